import { useEffect, useState } from 'react';

import { type Extension, findExtension } from './extension.ts';

/** `repeated`: the person has had it looked for again. */
export type ExtensionSearch = { extension: Extension | undefined; busy: boolean; repeated: boolean; look: () => void };

/** Undefined until the extension had its time to answer, unless it is `known` already. */
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
