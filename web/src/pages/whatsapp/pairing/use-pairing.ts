import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { isSessionOver } from '#web/api/is-session-over.ts';
import { refresh } from '#web/api/refresh.ts';
import { t } from '#web/i18n/texts-here.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { setsOfANumber } from '../connection/use-number-changes.ts';
import type { NumberPairing, PairingStep } from './pairing.ts';

export type PairingFailure = { title: string; description: string };

/** Loaded on demand, because few visits pair a number. */
const loadPairing = () => import('./pairing-calls.ts');

const phoneScreen = '(pointer: coarse) and (max-width: 40rem), (pointer: coarse) and (max-height: 30rem)';
/** A phone, upright or not, cannot scan its own screen, so it starts with a code to type. */
const onPhone = (): boolean => window.matchMedia(phoneScreen).matches;

/** Ends the pairing when the user leaves the page or closes the dialog. `failure` remains until the next start. */
export function usePairing(workspaceId: number) {
  const queries = useQueryClient();
  const [step, setStep] = useState<PairingStep>();
  // Re-renders when the language changes.
  useTranslation();
  const [failure, setFailure] = useState<{ words: () => PairingFailure }>();
  const pairing = useRef<NumberPairing>(undefined);
  const ending = useRef<Promise<void>>(Promise.resolve());
  const lastPhone = useRef<string>(undefined);
  const [hasConnected, setConnected] = useState(false);

  const end = (next?: PairingStep) => {
    const ended = pairing.current;
    pairing.current = undefined;
    setStep(next);
    if (ended) ending.current = ended.discard().then(() => refresh(queries, setsOfANumber));
  };
  const close = () => end();

  const giveUp = async (error: unknown) => {
    // The number may have to be corrected.
    if (lastPhone.current !== undefined && !isSessionOver(error)) return end({ kind: 'number', error });
    close();
    if (isSessionOver(error)) return;
    const why = await loadPairing().then(
      ({ failureText }) =>
        () =>
          failureText(error),
      () => () => t('errors.network'),
    );
    const words = () => ({ title: t('whatsapp.errors.connect'), description: why() });
    setFailure({ words });
    showToast({ ...words(), variant: 'destructive' });
  };

  const hear = async (next: PairingStep) => {
    if (next.kind === 'notBegun') return giveUp(next.error);
    setStep(next);
    if (next.kind !== 'connected') return;
    // Update the page before closing, so that the focus does not return to a button that is about to disappear.
    await refresh(queries, setsOfANumber);
    pairing.current = undefined;
    setStep(undefined);
    setConnected(true);
    showToast({ title: t('whatsapp.connected.title'), description: t('whatsapp.connected.text') });
  };

  const begin = (phone: string | undefined) => {
    if (pairing.current) ending.current = pairing.current.discard();
    lastPhone.current = phone;
    setFailure(undefined);
    setConnected(false);
    setStep(phone === undefined ? { kind: 'starting' } : { kind: 'number', busy: true });
    pairing.current = inTime(
      loadPairing().then(({ pairNumber }) => pairNumber(workspaceId, phone, ending.current, (next) => void hear(next))),
      (error) => void giveUp(error),
    );
  };
  const byNumber = () => end({ kind: 'number' });
  const byQrCode = () => begin(undefined);
  const again = () => {
    // WhatsApp asks for a passkey only if the number was right.
    const mayBeWrong = step?.kind === 'over' && step.why !== 'passkey' && lastPhone.current !== undefined;
    if (mayBeWrong) byNumber();
    else begin(lastPhone.current);
  };

  useEffect(() => () => void pairing.current?.discard(), []);

  return {
    step,
    /** The number was connected on this page, and its dialog is closed. */
    hasConnected,
    failure: failure?.words(),
    start: () => (onPhone() ? byNumber() : byQrCode()),
    again,
    byNumber,
    byQrCode,
    byCode: (phone: string) => begin(phone),
    close,
  };
}

function inTime(real: Promise<NumberPairing>, onFailure: (error: unknown) => void): NumberPairing {
  real.catch(onFailure);
  return {
    stop: () => void real.then((pairing) => pairing.stop()).catch(() => {}),
    discard: () => real.then((pairing) => pairing.discard()).catch(() => {}),
  };
}
