import { useLayoutEffect, useRef, useState } from 'react';

import type { PasskeyAssertion, PasskeyChallenge } from '#shared/contracts/passkey.ts';

import { type Extension, type Signed, signWithExtension } from './extension.ts';

export type NotSigned = Exclude<Signed, { outcome: 'signed' }>;

/** Has the extension sign once at a time; an answer that comes after the step is left goes nowhere. */
export function useSigning(challenge: PasskeyChallenge, onSigned: (assertion: PasskeyAssertion) => void) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<NotSigned>();
  const here = useRef(true);
  // At once with the step itself: a later effect would leave a moment in which an answer still goes out.
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
