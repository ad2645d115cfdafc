import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { whatsappContract } from '#shared/contracts/whatsapp.ts';

import { ApiError } from '../../api/api-error.ts';
import { client } from '../../api/app-client.ts';
import { errorText } from '../../api/error-text.ts';
import { isSessionOver } from '../../api/is-session-over.ts';
import { refresh } from '../../api/refresh.ts';
import { t } from '../../i18n/texts-here.ts';
import { showToast } from '../../ui/toast-store.ts';
import { beginPairing, NoCode, type Pairing, type PairingCalls, type PairingStep } from './pairing.ts';
import { setsOfANumber } from './use-number-changes.ts';

export type PairingFailure = { title: string; description: string };

/**
 * Pairs a number of the workspace's own. `step` is there while the dialog is open; `failure` says why there is none,
 * until the next start. Leaving the page or closing the dialog puts away what was begun.
 */
export function usePairing(workspaceId: number) {
  const queries = useQueryClient();
  const [step, setStep] = useState<PairingStep>();
  const [failure, setFailure] = useState<PairingFailure>();
  const pairing = useRef<Pairing>(undefined);
  const ending = useRef<Promise<void>>(Promise.resolve());

  const close = () => {
    const ended = pairing.current;
    pairing.current = undefined;
    setStep(undefined);
    if (ended) ending.current = ended.putAway().then(() => refresh(queries, ['/api/zapbox-instances/current']));
  };

  const hear = async (next: PairingStep) => {
    if (next.kind === 'notBegun') {
      close();
      if (isSessionOver(next.error)) return;
      const said = { title: t('whatsapp.errors.connect'), description: failureText(next.error) };
      setFailure(said);
      showToast({ ...said, variant: 'destructive' });
      return;
    }
    setStep(next);
    if (next.kind !== 'connected') return;
    // First the page: the focus then goes to what is left of it, not to a button that is about to go.
    await refresh(queries, setsOfANumber);
    pairing.current = undefined;
    setStep(undefined);
    showToast({ title: t('whatsapp.connected.title'), description: t('whatsapp.connected.text') });
  };

  const start = () => {
    // A code that nobody scanned goes by itself when the next one is asked for.
    pairing.current?.stop();
    setFailure(undefined);
    setStep({ kind: 'starting' });
    pairing.current = beginPairing(callsFor(workspaceId, ending.current), (next) => void hear(next));
  };

  useEffect(() => () => void pairing.current?.putAway(), []);

  return { step, failure, start, close };
}

/** `ended` resolves when what went before is put away: the server must not take the next line for it. */
const callsFor = (workspaceId: number, ended: Promise<void>): PairingCalls => {
  const input = (id: number) => ({ workspaceId, params: { id: String(id) } });
  const own = { allow: 'all' } as const;
  return {
    connect: async () => {
      await ended;
      return client.call(whatsappContract.connectInstance, { workspaceId, body: {} }, own);
    },
    qrCode: async (id, signal) =>
      (await client.call(whatsappContract.instanceQrCode, input(id), { ...own, signal })).qrcode,
    logged: (id, signal) => client.call(whatsappContract.instanceLogged, input(id), { ...own, signal }),
    unlink: (id) => client.call(whatsappContract.unlinkInstance, input(id), own),
  };
};

/** Why there is no code; an answer that we cannot read names no instance to go on with. */
function failureText(error: unknown): string {
  if (error instanceof NoCode) return t('whatsapp.errors.noCode');
  const nameless = error instanceof ApiError && error.problem === 'unexpected';
  return nameless ? t('whatsapp.errors.noInstanceId') : errorText(t, error);
}
