import { whatsappContract } from '#shared/contracts/whatsapp.ts';
import { ApiError } from '#web/api/api-error.ts';
import { client } from '#web/api/app-client.ts';
import { errorText } from '#web/api/error-text.ts';
import { t } from '#web/i18n/texts-here.ts';

import { beginPairing, NoCode, type NumberPairing, type PairingCalls, type PairingStep } from './pairing.ts';

/**
 * Requests a code to type for `phone`, or without it an image to scan. Waits for `ended`, so that the server does not
 * confuse the new session with the previous one.
 */
export const pairNumber = (
  workspaceId: number,
  phone: string | undefined,
  ended: Promise<void>,
  onStep: (step: PairingStep) => void,
): NumberPairing => beginPairing(callsFor(workspaceId, phone, ended), onStep);

const callsFor = (workspaceId: number, phone: string | undefined, ended: Promise<void>): PairingCalls => {
  const input = (id: number) => ({ workspaceId, params: { id: String(id) } });
  const own = { allow: 'all' } as const;
  return {
    connect: async () => {
      await ended;
      return client.call(whatsappContract.connectInstance, { workspaceId, body: {} }, own);
    },
    code: async (id, signal) => {
      const how = { ...own, signal };
      if (phone === undefined)
        return { kind: 'code', ...(await client.call(whatsappContract.instanceQrCode, input(id), how)) };
      const asked = { ...input(id), body: { phone } };
      return { kind: 'typed', phone, ...(await client.call(whatsappContract.requestPairingCode, asked, how)) };
    },
    logged: (id, signal) => client.call(whatsappContract.instanceLogged, input(id), { ...own, signal }),
    unlink: (id) => client.call(whatsappContract.unlinkInstance, { ...input(id), query: { onlyPairing: 'true' } }, own),
  };
};

/** A reply that cannot be parsed has no instance id, which pairing needs. */
export function failureText(error: unknown): string {
  if (error instanceof NoCode) return t('whatsapp.errors.noCode');
  const nameless = error instanceof ApiError && error.problem === 'unexpected';
  return nameless ? t('whatsapp.errors.noInstanceId') : errorText(t, error);
}
