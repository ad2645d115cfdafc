import * as z from 'zod/mini';

import { gatewayFailure } from '../adapter.ts';
import type { GatewayFailure } from '../gateway.ts';
import { stateOf } from './waha-state.ts';

const wrongState = z.object({ session: z.string(), status: z.string() });
const unknownLine = z.object({ session: z.string() });
const broken = z.object({ exception: z.object({ message: z.string() }) });

/** Reads the failure from status, fields and two messages of WhatsApp. `repeatable`: a second call is harmless. */
export function failureOf(status: number, body: unknown, repeatable: boolean): GatewayFailure {
  if (status === 401 || status === 403) return gatewayFailure('unauthorized', { status });
  if (status === 404) return gatewayFailure('not_found', { status });
  if (status === 429) return gatewayFailure('rate_limited', { status, retryable: true });
  if (status === 422) return unprocessable(body);
  if (status >= 400 && status < 500) return gatewayFailure('rejected', { status });
  const message = status === 500 ? broken.safeParse(body).data?.exception.message : undefined;
  if (message?.includes('rate-overlimit')) return gatewayFailure('rate_limited', { status, retryable: true });
  if (message?.includes('not-authorized')) return gatewayFailure('upstream', { status });
  return gatewayFailure('unreachable', { status, retryable: repeatable });
}

/** A wrong state has a status, a missing line only a session. Everything else is our input. */
function unprocessable(body: unknown): GatewayFailure {
  const status = 422;
  const { data } = wrongState.safeParse(body);
  if (data) {
    const state = stateOf(data.status);
    return gatewayFailure('wrong_state', { status, state, retryable: state === 'connecting' });
  }
  return gatewayFailure(unknownLine.safeParse(body).success ? 'not_found' : 'rejected', { status });
}
