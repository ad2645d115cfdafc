import { randomUUID } from 'node:crypto';

import * as z from 'zod/mini';

import { eventOf } from '../../local/gateway/event.ts';
import { signed } from '../group-messages.ts';
import type { ColdHome } from './cold-home.ts';

/** A request to measure on a cold start. */
export type ColdPath = {
  name: 'webhook' | 'voice' | 'group';
  /** The name of the function whose bundle runs. */
  bundle: string;
  /** Fires a different trigger each round, so that rate limits and loop detection do not interfere. */
  eventOf: (round: number) => object;
  isRun: (answer: unknown) => boolean;
};

const originSecret = z.object({ value: z.string() });
const replied = z.object({ statusCode: z.literal(200), body: z.string() });
const directiveAnswered = z.object({
  event: z.object({ header: z.object({ name: z.literal('ActivationStarted') }) }),
});

export function coldPaths(home: ColdHome): ColdPath[] {
  const cdn = { originSecret: originSecret.parse(home.secrets['origin']).value };
  const postTo = (path: string, route: { routeKey: string; params: Record<string, string> }, sent: Sent) => {
    const [pathname = '', query = ''] = path.split('?');
    const rawHeaders = Object.entries(sent.headers).flat();
    const incoming = { method: 'POST', path: pathname, query, rawHeaders, address: '127.0.0.1', body: sent.body };
    return eventOf(incoming, { target: undefined, ...route }, cdn, randomUUID(), Date.now());
  };
  const triggerAt = (at: number) => {
    const trigger = home.triggers[at];
    if (!trigger) throw new Error('There are too few triggers.');
    return trigger;
  };
  const isFired = (answer: unknown, word: string): boolean =>
    replied.safeParse(answer).data?.body.includes(word) ?? false;

  return [
    {
      name: 'webhook',
      bundle: 'webhook',
      eventOf(round) {
        const { deviceId } = triggerAt(round);
        const url = home.webhooks.find((each) => each.includes(deviceId)) ?? '';
        const params = { workspaceId: String(home.workspaceId), deviceId };
        const routeKey = 'POST /prod/trigger/{workspaceId}/{deviceId}';
        return postTo(url.slice(new URL(url).origin.length), { routeKey, params }, { headers: {}, body: undefined });
      },
      isRun: (answer) => isFired(answer, '"sent"'),
    },
    {
      name: 'voice',
      bundle: 'alexa-skill',
      eventOf(round) {
        const header = {
          namespace: 'Alexa.SceneController',
          name: 'Activate',
          messageId: randomUUID(),
          payloadVersion: '3',
        };
        const scope = { type: 'BearerToken', token: `Atza|${randomUUID()}` };
        const endpoint = { endpointId: triggerAt(12 + round).deviceId, scope, cookie: {} };
        return { directive: { header: { ...header, correlationToken: 'c' }, endpoint, payload: {} } };
      },
      isRun: (answer) => directiveAnswered.safeParse(answer).success,
    },
    {
      name: 'group',
      bundle: 'whatsapp-inbound',
      eventOf(round) {
        const text = triggerAt(24 + round).name.toLowerCase();
        const { body, headers } = signed({ jid: home.jids[round] ?? '', sender: 100 + round, text }, home.secret);
        const [shard = '', lineKey = ''] = home.path.split('/').slice(-2);
        const routeKey = 'POST /prod/whatsapp/{shard}/{lineKey}';
        return postTo(home.path, { routeKey, params: { shard, lineKey } }, { headers, body: Buffer.from(body) });
      },
      isRun: (answer) => isFired(answer, '"done"'),
    },
  ];
}

type Sent = { headers: Record<string, string>; body: Buffer | undefined };
