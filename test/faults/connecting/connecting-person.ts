import { randomUUID } from 'node:crypto';

import * as z from 'zod/mini';

import { accountPartition, workspacePartition } from '#functions/data/keys.ts';
import { createSessionStore } from '#functions/data/people/session-store.ts';
import { createUserStore } from '#functions/data/people/user-store.ts';
import { hashOf, newNumericId, newToken } from '#functions/platform/hashes.ts';
import { newSession } from '#functions/platform/http/session.ts';
import { amazonAuthContract, type AmazonAuth } from '#shared/contracts/amazon-auth.ts';

import { tripOf } from '../../journeys/kit/connect.ts';
import { amazonUserId } from '../../sandboxes/amazon/entities.ts';
import { anEvent } from '../../support/worlds/an-event.ts';
import { originSecret } from '../injected/secret-faults.ts';
import type { ConnectingProduct } from './connecting-product.ts';
import { appUrl, type Rig } from './connecting-rig.ts';

const start = 'GET /api/auth/amazon';
const callback = 'GET /api/auth/amazon/callback';
const monthMs = 30 * 86_400_000;

const heard = z.array(
  z.object({
    method: z.string(),
    path: z.string(),
    person: z.optional(z.string()),
    status: z.union([z.number(), z.literal('cut'), z.null()]),
    body: z.unknown(),
  }),
);
const enabling = z.object({ accountLinkRequest: z.object({ authCode: z.string() }) });

export type ConnectingPerson = Awaited<ReturnType<typeof aConnectingPerson>>;

/** A user with a workspace, signed in with Google in a browser, who accepts everything at Amazon. */
export async function aConnectingPerson({ table, clock, people, client, ordered, sandboxUrl }: Rig) {
  const { now } = clock;
  const key = `person-${randomUUID()}`;
  const known = { key, name: `Name of ${key}`, email: `${key}@example.com`, colour: '#b5441c' };
  people.push(known);
  const [userId, workspaceId, account] = [`u-${key}`, newNumericId(), amazonUserId(known)];
  await createUserStore(table).signUp({
    account: { provider: 'google', subject: key, name: 'Ana' },
    userId,
    workspace: {
      id: workspaceId,
      userId,
      name: 'Casa',
      defaultWorkspace: true,
      createdAt: now().toISOString(),
      tokenHash: hashOf(newToken()),
      tokenSealed: 'sealed',
    },
    now: now(),
  });
  const { idHash, cookie } = newSession(appUrl);
  const endsAt = new Date(now().getTime() + monthMs);
  await createSessionStore(table).add({
    idHash,
    userId,
    name: 'Ana',
    now: now(),
    endsAt,
    device: {},
    browserHash: 'b',
  });
  const jar = new Map<string, string>();
  const secrets = new Set<string>([known.name, known.email]);

  const keep = (line: string): void => {
    const [name = '', value = ''] = line.split('; ')[0]?.split('=') ?? [];
    jar.set(name, value);
    if (value !== '') secrets.add(value);
  };
  keep(cookie);
  const event = (route: string, query: Record<string, string> = {}) =>
    anEvent({
      route,
      query,
      cookies: [...jar].map(([name, value]) => `${name}=${value}`),
      headers: { 'x-origin-secret': originSecret, 'x-workspace-id': String(workspaceId) },
    });

  /** Returns the address that the browser is redirected to, or else the answer that it shows. */
  async function go({ auth }: ConnectingProduct, route: string, query: Record<string, string>): Promise<string> {
    const { statusCode, headers, cookies = [], body } = await auth(event(route, query));
    cookies.forEach(keep);
    const to = headers?.['location'];
    return statusCode === 302 && to !== undefined ? String(to) : `no page but ${statusCode} ${body ?? ''}`;
  }

  return {
    key,
    userId,
    workspaceId,
    account,
    /** Partitions with pending background work of this user. */
    partitions: [accountPartition(account), workspacePartition(workspaceId)] as const,
    /** Values that no log may contain. */
    secrets,
    /** Follows Amazon's pages and resolves to the address of the product's own page. */
    async travel(living: ConnectingProduct, wish: Record<string, string> = {}, as = key): Promise<string> {
      const trips: string[] = [];
      let to = await go(living, start, { workspace: String(workspaceId), ...wish });
      while (to.startsWith(`${sandboxUrl}/amazon/ap/oa`)) {
        const page = new URL(to);
        page.searchParams.set('login_hint', as);
        const trip = tripOf(page);
        trips.push(trip);
        const times = trips.filter((one) => one === trip).length;
        living.at.trip = times === 1 ? trip : `${trip} ${times}`;
        const back = Object.fromEntries(new URL((await client.get(page.pathname + page.search)).location).searchParams);
        for (const secret of [back['code'], back['state']]) if (secret) secrets.add(secret);
        to = await go(living, callback, back);
      }
      return to;
    },
    async status({ status }: ConnectingProduct): Promise<AmazonAuth> {
      const { body } = await status(event('GET /api/amazon-auth'));
      return amazonAuthContract.amazonAuth.reply.parse(JSON.parse(body ?? 'null'));
    },
    /** Enables or disables the skill in the Alexa app. */
    atHome: (deed: 'enable' | 'disable') => ordered(`/alexa/home/${key}/${deed}`, {}),
    /** Sets how Alexa enables the skill for this user. */
    enabling: (switches: object) => ordered('/alexa/_enablement', { person: key, ...switches }),
    revokeAtAmazon: () => ordered('/amazon/_revoke', { person: key, client: 'skill' }),
    /** Delivers the skill events that Alexa has held back. */
    releaseEvents: () => ordered('/alexa/_release', { person: key, what: 'events' }),
    /** Each request that sent a code to Alexa, oldest first. */
    async codesSent() {
      const all = heard.parse((await client.get('/alexa/_heard')).body).toReversed();
      return all.flatMap(({ method, path, person, status, body }) => {
        const code = enabling.safeParse(body).data?.accountLinkRequest.authCode;
        return method === 'POST' && person === key && code !== undefined ? [{ code, path, status }] : [];
      });
    },
  };
}
