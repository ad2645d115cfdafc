import * as z from 'zod/mini';

import { deadlineIn } from '#functions/platform/time/deadline.ts';

import { gatewayFailure, isLineName, isPhone, type AdapterDeps } from '../adapter.ts';
import type { LineRef, WhatsAppGateway } from '../gateway.ts';
import type { Waha } from './waha-client.ts';
import { readLine, unexpectedReply } from './waha-lines.ts';

type Deps = Pick<AdapterDeps, 'now' | 'shard' | 'wait'> & { waha: Waha };

const image = z.object({
  mimetype: z.string().check(z.regex(/^image\/(png|jpeg)$/)),
  data: z.string().check(z.regex(/^[A-Za-z0-9+/]+=*$/)),
});

const pollEveryMs = 1_000;
/** Time for the last call to a slow gateway. */
const graceMs = 3_000;

/** Reads the state first, because WAHA holds or refuses the calls in any other state. */
export const wahaPairing = (deps: Deps): Pick<WhatsAppGateway, 'getPairing' | 'requestPairingCode'> => ({
  async getPairing(ref, { waitMs }) {
    const waiting = deadlineIn(deps.now, waitMs);
    const deadline = deadlineIn(deps.now, waitMs + graceMs);
    for (;;) {
      const line = { error: undefined, ...(await readLine(deps, ref, deadline)) };
      if (line.state === 'unknown' && line.error) return { outcome: 'failed', error: line.error };
      if (line.state === 'awaiting_qr') {
        const qr = await readQr(deps.waha, ref, deadline.left());
        if (qr.outcome === 'ok') return { outcome: 'ok', pairing: { kind: 'qr', dataUrl: qr.dataUrl } };
        // The state has changed between the calls.
        if (qr.outcome === 'failed' && qr.error.code !== 'wrong_state') return qr;
      } else if (line.state !== 'connecting') {
        return { outcome: 'ok', pairing: { kind: 'none', state: line.state } };
      }
      if (waiting.left() <= pollEveryMs) return { outcome: 'ok', pairing: { kind: 'none', state: line.state } };
      await deps.wait(pollEveryMs);
    }
  },
  async requestPairingCode(ref, phone, { waitMs }) {
    if (!isLineName(ref.lineName) || !isPhone(phone)) return gatewayFailure('rejected');
    const waiting = deadlineIn(deps.now, waitMs);
    const deadline = deadlineIn(deps.now, waitMs + graceMs);
    for (;;) {
      const { state, error } = { error: undefined, ...(await readLine(deps, ref, deadline)) };
      if (state === 'unknown' && error) return { outcome: 'failed', error };
      if (state === 'awaiting_qr') return askCode(deps.waha, ref, phone, deadline.left());
      const mayCome = state === 'connecting';
      if (!mayCome || waiting.left() <= pollEveryMs)
        return gatewayFailure('wrong_state', { state, retryable: mayCome });
      await deps.wait(pollEveryMs);
    }
  },
});

const pairingCode = z.object({ code: z.string().check(z.regex(/^[A-Z0-9-]{6,12}$/)) });

async function askCode(waha: Waha, { lineName }: LineRef, phone: string, timeoutMs: number) {
  const path = `/api/${lineName}/auth/request-code`;
  const answer = await waha({ method: 'POST', path, body: { phoneNumber: phone }, timeoutMs });
  if (answer.outcome === 'failed') return answer;
  const { data } = pairingCode.safeParse(answer.body);
  return data ? { outcome: 'ok' as const, code: data.code } : unexpectedReply();
}

/** Requests an image, because the page could not distinguish the raw text of the QR code from one. */
async function readQr(waha: Waha, { lineName }: LineRef, timeoutMs: number) {
  const answer = await waha({ method: 'GET', path: `/api/${lineName}/auth/qr?format=image`, timeoutMs });
  if (answer.outcome === 'failed') return answer;
  const { data } = image.safeParse(answer.body);
  if (!data) return { outcome: 'none' as const };
  return { outcome: 'ok' as const, dataUrl: `data:${data.mimetype};base64,${data.data}` };
}
