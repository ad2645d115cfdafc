import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import { parameters, type QueryEvent } from '#functions/platform/http/parameters.ts';
import { Refusal } from '#shared/refusals.ts';

const maxLength = 128;

/**
 * Reads the key from the header, from `id` in the address, or from the signature. Templates leave it empty if they have
 * none. Throws `trigger.keyInvalid` and `trigger.keysDiffer`.
 */
export function idempotencyKey(
  event: QueryEvent & Pick<APIGatewayProxyEventV2, 'headers'>,
  messageId?: string,
): string | undefined {
  const ids = new Set(parameters(event, 'id').map((id) => id.trim()));
  ids.delete('');
  const given = [event.headers['idempotency-key']?.trim(), [...ids].join(','), messageId];
  const [key, another] = new Set(given.filter(Boolean));
  if ([key, another].some((each = '') => each.length > maxLength)) throw new Refusal('trigger.keyInvalid');
  if (another !== undefined) throw new Refusal('trigger.keysDiffer');
  return key;
}
