import { createHmac, timingSafeEqual } from 'node:crypto';

import { json } from '#functions/platform/json.ts';

import type { AdapterDeps } from '../adapter.ts';
import { isStale, notAfter } from '../freshness.ts';
import type { ParsedWebhook, WhatsAppGateway } from '../gateway.ts';
import { envelope } from './waha-envelope.ts';
import { eventsIn } from './waha-events.ts';

/** https://waha.devlike.pro/docs/how-to/events/#hmac-authentication */
export const wahaWebhook = ({ shard, now }: Pick<AdapterDeps, 'shard' | 'now'>): WhatsAppGateway['parseWebhook'] =>
  async function parseWebhook(rawBody, headers, secret): Promise<ParsedWebhook> {
    if (!isSigned(rawBody, headers, secret)) return { outcome: 'refused', reason: 'signature' };
    const { data } = envelope.safeParse(json(Buffer.from(rawBody).toString('utf8')));
    if (!data) return { outcome: 'refused', reason: 'unreadable' };
    const at = new Date(data.timestamp);
    if (isStale(at, now())) return { outcome: 'refused', reason: 'stale' };
    const line = { shardId: shard.id, lineName: data.session };
    const events = eventsIn(data, { line, at: notAfter(at, now()) });
    return events ? { outcome: 'events', events } : { outcome: 'refused', reason: 'unreadable' };
  };

type Headers = Readonly<Record<string, string | undefined>>;

function isSigned(rawBody: Uint8Array, headers: Headers, secret: string): boolean {
  const given = headers['x-webhook-hmac'] ?? '';
  // Anyone can sign with an empty key.
  const algorithm = headers['x-webhook-hmac-algorithm']?.toLowerCase();
  if (secret === '' || algorithm !== 'sha512' || !/^[0-9a-f]{128}$/i.test(given)) return false;
  return timingSafeEqual(createHmac('sha512', secret).update(rawBody).digest(), Buffer.from(given, 'hex'));
}
