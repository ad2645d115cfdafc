import { createHmac } from 'node:crypto';

import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import { sameText } from '../hashes.ts';
import { bodyBytes } from './body-bytes.ts';

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export type SignedMessage = { id: string; timestamp: string; signatures: readonly string[]; body: Buffer };

const maxSkewSeconds = 300;
export const signingPrefix = 'whsec_';

/** Undefined if a header is missing. */
export function signedMessageOf(event: APIGatewayProxyEventV2): SignedMessage | undefined {
  const { headers } = event;
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (!id || !timestamp || !signatures) return undefined;
  return { id, timestamp, signatures: signatures.split(' '), body: bodyBytes(event) };
}

/** Checks both directions, because clocks can also be ahead. */
export function isRecent({ timestamp }: Pick<SignedMessage, 'timestamp'>, now: Date): boolean {
  const seconds = Math.floor(now.getTime() / 1000);
  return /^\d{1,15}$/.test(timestamp) && Math.abs(seconds - Number(timestamp)) <= maxSkewSeconds;
}

export function isSignedBy(secret: string, { id, timestamp, signatures, body }: SignedMessage): boolean {
  const key = Buffer.from(secret.slice(signingPrefix.length), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  // Compares all of them, so that the response time does not reveal which one matched.
  return signatures.map((signature) => sameText(signature, `v1,${digest}`)).includes(true);
}
