import * as z from 'zod/mini';

import { gatewayFailure } from '../adapter.ts';
import type { GatewayFailure } from '../gateway.ts';

const broken = z.object({ response: z.object({ message: z.unknown() }) });

/** Reads the failure from the status and from two messages of WhatsApp. */
export function failureOf(status: number, body: unknown, repeatable: boolean): GatewayFailure {
  if (status === 401) return gatewayFailure('unauthorized', { status });
  if (status === 404) return gatewayFailure('not_found', { status });
  if (status === 429) return gatewayFailure('rate_limited', { status, retryable: true });
  const said = texts(broken.safeParse(body).data?.response.message);
  if (said.some((text) => text.includes('rate-overlimit')))
    return gatewayFailure('rate_limited', { status, retryable: true });
  if (said.some((text) => text.includes('not-authorized'))) return gatewayFailure('upstream', { status });
  if (status >= 400 && status < 500) return gatewayFailure('rejected', { status });
  return gatewayFailure('unreachable', { status, retryable: repeatable });
}

/** `message` is a string or a nested list of strings. */
const texts = (message: unknown): string[] =>
  Array.isArray(message) ? message.flatMap(texts) : typeof message === 'string' ? [message] : [];
