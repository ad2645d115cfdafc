import { useLayoutEffect, useRef, useState } from 'react';

import type { PasskeyAssertion, PasskeyChallenge } from '#shared/contracts/passkey.ts';

import { type Extension, type Signed, signWithExtension } from './extension.ts';

export type NotSigned = Exclude<Signed, { outcome: 'signed' }>;

/** Lets the extension sign, one request at a time. Ignores a reply that arrives after the user has left this step. */
export function useSigning(challenge: PasskeyChallenge, onSigned: (assertion: PasskeyAssertion) => void) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<NotSigned>();
  const here = useRef(true);
  // A layout effect, because a later effect would leave a moment in which a reply is still sent.
  useLayoutEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const sign = async (extension: Extension) => {
    setFailure(undefined);
    setBusy(true);
    const signed = await signWithExtension(extension, challenge);
    if (!here.current) return;
    setBusy(false);
    if (signed.outcome === 'signed') onSigned(signed.assertion);
    else setFailure(signed);
  };
  return { busy, failure, sign: (extension: Extension) => void sign(extension) };
}
