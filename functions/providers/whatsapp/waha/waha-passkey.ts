import * as z from 'zod/mini';

import type { Deadline } from '#functions/platform/time/deadline.ts';
import { passkeyChallenge } from '#shared/contracts/passkey.ts';

import { gatewayFailure, isLineName } from '../adapter.ts';
import type { LinePasskey, LineRef, LineState, WhatsAppGateway } from '../gateway.ts';
import type { Waha } from './waha-client.ts';

const codeShape = z.object({ code: z.string().check(z.minLength(1)) });

const passkeyPath = ({ lineName }: LineRef, rest: string): string => `/api/${lineName}/auth/passkey${rest}`;

/** Undefined if the line does not wait for a passkey. */
export async function readPasskey(
  waha: Waha,
  ref: LineRef,
  state: LineState,
  deadline: Deadline,
): Promise<LinePasskey | undefined> {
  if (state !== 'awaiting_passkey' && state !== 'awaiting_passkey_code') return undefined;
  const path = passkeyPath(ref, state === 'awaiting_passkey' ? '/challenge' : '/confirmation');
  const answer = await waha({ method: 'GET', path, timeoutMs: deadline.left() });
  return answer.outcome === 'ok' ? passkeyIn(state, answer.body) : undefined;
}

export function passkeyIn(state: LineState, body: unknown): LinePasskey | undefined {
  if (state === 'awaiting_passkey_code') {
    const { data } = codeShape.safeParse(body);
    return data && { code: data.code };
  }
  if (state !== 'awaiting_passkey') return undefined;
  const { data: challenge } = passkeyChallenge.safeParse(body);
  return challenge && { challenge };
}

/** Supported from 2026.7.1 on. https://waha.devlike.pro/docs/how-to/passkey/ */
export const wahaPasskeys = (waha: Waha): Pick<WhatsAppGateway, 'submitPasskey' | 'confirmPasskey'> => ({
  async submitPasskey(ref, assertion) {
    if (!isLineName(ref.lineName)) return gatewayFailure('rejected');
    const answer = await waha({ method: 'POST', path: passkeyPath(ref, ''), body: assertion, once: true });
    return answer.outcome === 'ok' ? { outcome: 'ok' } : answer;
  },
  async confirmPasskey(ref) {
    if (!isLineName(ref.lineName)) return gatewayFailure('rejected');
    const answer = await waha({ method: 'POST', path: passkeyPath(ref, '/confirm'), body: {}, once: true });
    return answer.outcome === 'ok' ? { outcome: 'ok' } : answer;
  },
});
