import * as z from 'zod/mini';

import { deadlineIn, type Deadline } from '#functions/platform/time/deadline.ts';

import type { GatewayAnswer } from '../adapter-call.ts';
import { gatewayFailure, isLineName, isPhone, type AdapterDeps } from '../adapter.ts';
import { usualMs } from '../call-times.ts';
import type { LineRef, LineState, WhatsAppGateway } from '../gateway.ts';
import type { Evolution } from './evolution-client.ts';
import { withoutValue } from './evolution-lines.ts';
import { stateOf } from './evolution-state.ts';

type Deps = Pick<AdapterDeps, 'now' | 'wait'> & { evolution: Evolution };

const image = z.object({ base64: z.string().check(z.regex(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*$/)) });
const running = z.object({ instance: z.object({ state: z.string() }) });
const pairingCode = z.object({ pairingCode: z.string().check(z.regex(/^[A-Z0-9-]{6,12}$/)) });

const pollEveryMs = 2_000;
/** Each call waits up to two seconds for an image. */
const graceMs = 3_000;

type Pairing = Pick<WhatsAppGateway, 'startLine' | 'restartLine' | 'getPairing' | 'requestPairingCode'>;

export const evolutionPairing = (deps: Deps): Pairing => ({
  // Evolution restarts only running lines. Each call for a closed line may start another reconnect loop.
  async startLine(ref, limit) {
    if (!isLineName(ref.lineName)) return gatewayFailure('rejected');
    return withoutValue(await connect(deps.evolution, ref, deadlineIn(deps.now, limit?.timeoutMs ?? usualMs)));
  },
  async restartLine(ref) {
    if (!isLineName(ref.lineName)) return gatewayFailure('rejected');
    const deadline = deadlineIn(deps.now, usualMs);
    const path = `/instance/restart/${ref.lineName}`;
    const restarted = await deps.evolution({ method: 'POST', path, body: {}, timeoutMs: deadline.left() });
    if (restarted.outcome === 'ok' || !isClosed(await readState(deps.evolution, ref, deadline)))
      return withoutValue(restarted);
    return withoutValue(await connect(deps.evolution, ref, deadline));
  },
  async getPairing(ref, { waitMs }) {
    if (!isLineName(ref.lineName)) return gatewayFailure('rejected');
    const waiting = deadlineIn(deps.now, waitMs);
    const deadline = deadlineIn(deps.now, waitMs + graceMs);
    for (;;) {
      const seen = await readState(deps.evolution, ref, deadline);
      if (seen.outcome === 'failed') return seen;
      // Requesting the code of a closed line would start it.
      if (isClosed(seen)) {
        return { outcome: 'ok', pairing: { kind: 'none', state: 'stopped' } };
      }
      const answer = await connect(deps.evolution, ref, deadline);
      if (answer.outcome === 'failed') return answer;
      const { data: qr } = image.safeParse(answer.body);
      if (qr) return { outcome: 'ok', pairing: { kind: 'qr', dataUrl: qr.base64, ...typedIn(answer.body) } };
      const state = stateIn(answer.body);
      if (state !== 'connecting' || waiting.left() <= pollEveryMs) {
        return { outcome: 'ok', pairing: { kind: 'none', state } };
      }
      await deps.wait(pollEveryMs);
    }
  },
  // Starts a new line with the number. A line that shows QR codes never returns a code.
  async requestPairingCode(ref, phone, { waitMs }) {
    if (!isLineName(ref.lineName) || !isPhone(phone)) return gatewayFailure('rejected');
    const waiting = deadlineIn(deps.now, waitMs);
    const deadline = deadlineIn(deps.now, waitMs + graceMs);
    for (;;) {
      const answer = await connect(deps.evolution, ref, deadline, `?number=${phone}`);
      if (answer.outcome === 'failed') return answer;
      const { data } = pairingCode.safeParse(answer.body);
      if (data) return { outcome: 'ok', code: data.pairingCode };
      const state = stateIn(answer.body);
      if (state !== 'connecting') return gatewayFailure('wrong_state', { state });
      if (waiting.left() <= pollEveryMs) return gatewayFailure('upstream');
      await deps.wait(pollEveryMs);
    }
  },
});

const connect = (evolution: Evolution, { lineName }: LineRef, deadline: Deadline, query = '') =>
  evolution({ method: 'GET', path: `/instance/connect/${lineName}${query}`, timeoutMs: deadline.left() });

const readState = (evolution: Evolution, { lineName }: LineRef, deadline: Deadline) =>
  evolution({ method: 'GET', path: `/instance/connectionState/${lineName}`, timeoutMs: deadline.left() });

const isClosed = (seen: GatewayAnswer): boolean =>
  seen.outcome === 'ok' && running.safeParse(seen.body).data?.instance.state.toLowerCase() === 'close';

/** Each new QR code of a line with a number replaces the code to type. */
function typedIn(body: unknown): { typed?: string } {
  const { data } = pairingCode.safeParse(body);
  return data ? { typed: data.pairingCode } : {};
}

/** Connecting lines return the number of codes, open ones their state. */
function stateIn(body: unknown): LineState {
  const { data } = running.safeParse(body);
  return data ? stateOf(data.instance.state, undefined) : 'connecting';
}
