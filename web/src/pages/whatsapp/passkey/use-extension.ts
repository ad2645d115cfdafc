import { useEffect, useState } from 'react';

import { type Extension, findExtension } from './extension.ts';

export type ExtensionSearch = {
  extension: Extension | undefined;
  busy: boolean;
  /** The user has started another search. */
  repeated: boolean;
  look: () => void;
};

/** `extension` is undefined until the search has ended, unless it is already `known`. */
export function useExtension(known?: Extension): ExtensionSearch {
  const [extension, setExtension] = useState(known);
  const [busy, setBusy] = useState(false);
  const [repeated, setRepeated] = useState(false);
  useEffect(() => {
    if (!known) void findExtension().then(setExtension);
  }, [known]);
  const look = async () => {
    setBusy(true);
    setExtension(await findExtension());
    setBusy(false);
    setRepeated(true);
  };
  return { extension, busy, repeated, look: () => void look() };
}
