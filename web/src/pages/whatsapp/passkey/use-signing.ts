import { useEffect, useRef, useState } from 'react';

import type { PasskeyAssertion, PasskeyChallenge } from '#shared/contracts/passkey.ts';

import type { BrowserKind } from './browser-kind.ts';
import { type Signed, signWithExtension } from './extension.ts';

export type NotSigned = Exclude<Signed, { outcome: 'signed' }>;

/** Has the extension sign once at a time; an answer that comes after the step is left goes nowhere. */
export function useSigning(challenge: PasskeyChallenge, onSigned: (assertion: PasskeyAssertion) => void) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<NotSigned>();
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const sign = async (browser: BrowserKind) => {
    setFailure(undefined);
    setBusy(true);
    const signed = await signWithExtension(browser, challenge);
    if (!here.current) return;
    setBusy(false);
    if (signed.outcome === 'signed') onSigned(signed.assertion);
    else setFailure(signed);
  };
  return { busy, failure, sign: (browser: BrowserKind) => void sign(browser) };
}
