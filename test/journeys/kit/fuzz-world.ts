import { createHmac } from 'node:crypto';

import { inject } from 'vitest';
import * as z from 'zod/mini';

import type { RawRequest } from '../../hostile/raw-http.ts';
import { sandboxClient } from '../../sandboxes/sandbox-client.ts';
import { defaultClients } from '../../sandboxes/world.ts';
import { aMessage, anEvent } from '../../wire/whatsapp/waha-deliveries.ts';
import { accessKeyFor, ownerOfAll, plannedFor, type OwnerOfAll } from './belongings.ts';
import { requestFor, type NamedEndpoint } from './endpoints.ts';
import { withGroup } from './number.ts';

const session = z.object({
  config: z.object({ webhooks: z.array(z.object({ url: z.url(), hmac: z.object({ key: z.string() }) })) }),
});

/** Reads the line from the gateway with its key. */
async function lineOf(lineName: string): Promise<{ path: string; key: string }> {
  const client = sandboxClient(inject('stack').sandboxUrl ?? '');
  const { body } = await client.get(`/whatsapp/api/sessions/${lineName}`, { 'x-api-key': defaultClients.whatsapp.key });
  const [webhook] = z.parse(session, body).config.webhooks;
  return { path: new URL(webhook?.url ?? '').pathname, key: webhook?.hmac.key ?? '' };
}

/** `secrets` must not appear in any response to others. */
export type Stranger = OwnerOfAll & { secrets: readonly string[] };

export async function aStranger(name: string): Promise<Stranger> {
  const owner = await ownerOfAll(name, 'Tangerine Lighthouse');
  const { trigger, instanceId, groupId, userId } = owner;
  const description = 'Wakes the walrus at dawn';
  await owner.change(trigger.id, { description });
  await owner.send('PATCH', `/api/workspaces/${trigger.workspaceId}`, { name: 'Marmalade Observatory' });
  const { workspaceToken } = await owner.current();
  const words = ['Marmalade', 'Tangerine', description, `${name}@example.com`, workspaceToken, userId];
  const ids = [trigger.id, trigger.workspaceId, instanceId, groupId].map(String);
  return { ...owner, secrets: [...words, ...ids] };
}

/** A signed-in user with a paired number, a group, and one item of every kind. */
export async function anAttacker(name: string) {
  const one = await withGroup(name, []);
  const [group] = await one.page.groups();
  const [signedIn] = await one.sessions();
  const mine = {
    workspace: one.trigger.workspaceId,
    trigger: one.trigger.id,
    plan: await plannedFor(one, one.trigger.id),
    accessKey: (await accessKeyFor(one)).id,
    instance: one.instance.id,
    group: group?.id ?? 0,
    session: signedIn?.id ?? '',
  };
  const pass = (await accessKeyFor(one, { page: true, triggers: [one.trigger.id] })).secret;
  return { ...one, mine, pass, token: (await one.current()).workspaceToken, inbound: await lineOf(one.lineName) };
}

export type Attacker = Awaited<ReturnType<typeof anAttacker>>;

export function rightRequest(attacker: Attacker, { endpoint }: NamedEndpoint): { right: RawRequest; fields: object } {
  const request = requestFor(endpoint, (place) => (place === 'header' ? undefined : attacker.mine));
  const { target, fields = {} } = atKeyedDoor(attacker, endpoint.path) ?? {
    target: request.path,
    fields: z.catch(z.record(z.string(), z.unknown()), {}).parse(request.body),
  };
  const hasBody = endpoint.body !== undefined || (endpoint.access === 'key' && endpoint.method === 'POST');
  const right: RawRequest = {
    method: endpoint.method,
    target,
    headers: [
      ['host', new URL(inject('stack').appUrl).host],
      ['cookie', attacker.browser.cookies()],
      ...(hasBody ? [['content-type', 'application/json'] as const] : []),
      ...(endpoint.pass ? [['authorization', `Bearer ${attacker.pass}`] as const] : []),
    ],
    body: hasBody ? Buffer.from(JSON.stringify(fields)) : undefined,
  };
  return { right, fields };
}

/** Endpoints with their own secret ignore sessions. */
function atKeyedDoor(
  { trigger, token, inbound }: Attacker,
  path: string,
): { target: string; fields?: object } | undefined {
  if (path.startsWith('/prod/trigger/')) {
    return { target: `/prod/trigger/${trigger.workspaceId}/${trigger.deviceId}?token=${token}` };
  }
  if (path.startsWith('/prod/whatsapp/')) {
    return { target: inbound.path, fields: anEvent('message', aMessage(), { timestamp: Date.now() }) };
  }
  if (path.startsWith('/prod/stripe/')) return { target: path, fields: aStripeEvent };
  return undefined;
}

const aStripeEvent = {
  id: 'evt_1',
  object: 'event',
  type: 'customer.subscription.updated',
  livemode: false,
  created: 1,
  data: {
    object: { id: 'sub_1', object: 'subscription', customer: 'cus_1' },
    previous_attributes: { customer: 'cus_2' },
  },
};

/** Signed like its provider signs, so only the content can be wrong. */
export function signed({ inbound }: Attacker, request: RawRequest): RawRequest {
  const bytes = request.body ?? Buffer.alloc(0);
  const at = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', defaultClients.stripe.webhookSecret).update(`${at}.`).update(bytes).digest('hex');
  const hmac = createHmac('sha512', inbound.key).update(bytes).digest('hex');
  return {
    ...request,
    headers: [
      ...request.headers,
      ['stripe-signature', `t=${at},v1=${v1}`],
      ['x-webhook-hmac', hmac],
      ['x-webhook-hmac-algorithm', 'sha512'],
    ],
  };
}
