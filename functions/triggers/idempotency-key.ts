import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import { Refusal } from '#shared/refusals.ts';

const maxLength = 128;

/** From the header, from `id` in the address, or from what was signed. Throws `trigger.keyInvalid` and `trigger.keysDiffer`. */
export function idempotencyKey(
  { headers, queryStringParameters }: Pick<APIGatewayProxyEventV2, 'headers' | 'queryStringParameters'>,
  messageId?: string,
): string | undefined {
  const given = [headers['idempotency-key'], queryStringParameters?.['id'], messageId];
  const keys = new Set(given.filter((key) => key !== undefined));
  for (const key of keys) if (key === '' || key.length > maxLength) throw new Refusal('trigger.keyInvalid');
  const [key, another] = keys;
  if (another !== undefined) throw new Refusal('trigger.keysDiffer');
  return key;
}
