import { createHash } from 'node:crypto';

import { errors, jwtVerify } from 'jose';
import * as z from 'zod/mini';

import { json } from '#functions/platform/json.ts';

import type { AdapterDeps } from '../adapter.ts';
import { isStale, notAfter } from '../freshness.ts';
import type { ParsedWebhook, WhatsAppGateway } from '../gateway.ts';
import { envelope } from './evolution-envelope.ts';
import { eventsIn } from './evolution-events.ts';

/**
 * The token proves the sender, but not the body. Retries repeat the token.
 * https://doc.evolution-api.com/v2/en/configuration/webhooks
 */
export const evolutionWebhook = ({ shard, now }: Pick<AdapterDeps, 'shard' | 'now'>): WhatsAppGateway['parseWebhook'] =>
  async function parseWebhook(rawBody, headers, secret): Promise<ParsedWebhook> {
    const token = await readToken(headers['authorization'], secret, now());
    if (token.outcome !== 'valid') return { outcome: 'refused', reason: token.outcome };
    const { data } = envelope.safeParse(json(Buffer.from(rawBody).toString('utf8')));
    if (!data) return { outcome: 'refused', reason: 'unreadable' };
    const line = { shardId: shard.id, lineName: data.instance };
    const at = notAfter(preciseTime(token.at, data.date_time), now());
    const events = eventsIn(data, { line, at, bodyId: createHash('sha256').update(rawBody).digest('base64url') });
    return events ? { outcome: 'events', events } : { outcome: 'refused', reason: 'unreadable' };
  };

const claims = z.object({ app: z.literal('evolution'), action: z.literal('webhook'), iat: z.int(), exp: z.int() });

type Token = { outcome: 'valid'; at: Date } | { outcome: 'signature' | 'stale' };

async function readToken(header: string | undefined, secret: string, now: Date): Promise<Token> {
  const [, token] = /^Bearer (\S+)$/i.exec(header ?? '') ?? [];
  // Anyone can sign with an empty key.
  if (token === undefined || secret === '') return { outcome: 'signature' };
  try {
    const key = new TextEncoder().encode(secret);
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: now });
    const { data } = claims.safeParse(payload);
    if (!data) return { outcome: 'signature' };
    const at = new Date(data.iat * 1000);
    return isStale(at, now) ? { outcome: 'stale' } : { outcome: 'valid', at };
  } catch (error) {
    return { outcome: error instanceof errors.JWTExpired ? 'stale' : 'signature' };
  }
}

/** The signed time has whole seconds; the body contains the milliseconds. */
function preciseTime(signed: Date, written: string | null | undefined): Date {
  const [, milliseconds] = /\.(\d{3})Z?$/.exec(written ?? '') ?? [];
  return new Date(signed.getTime() + Number(milliseconds ?? 0));
}
