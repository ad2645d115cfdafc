import * as z from 'zod/mini';

import type { CookieJar } from '../browser-like.ts';
import { ok, post, until, type Place } from './steps.ts';

export const family = { id: '120363000000000001', name: 'Família Souza' };

const urlOf = z.object({ url: z.string() });
const statusOf = z.object({ status: z.string() });
const instanceOf = z.object({ id: z.number() });
const qrOf = z.object({ qrcode: z.string() });
const loggedOf = z.object({ logged: z.boolean() });
const choicesOf = z.array(z.object({ jid: z.string(), name: z.string() }));

export type At = { place: Pick<Place, 'sandboxUrl'>; browser: CookieJar; workspaceId: number };

const callsOf = ({ browser, workspaceId }: At) => {
  const headers = { 'x-workspace-id': String(workspaceId) };
  return {
    get: async (path: string): Promise<unknown> => ok(await browser.get(path, headers)).json(),
    send: async (path: string, body: object) => ok(await browser.send('POST', path, body, headers)),
  };
};

export async function subscribe(at: At): Promise<void> {
  const { get, send } = callsOf(at);
  const path = `/api/subscription/${at.workspaceId}`;
  const wish = { priceId: 'pro_monthly', planType: 'pro_monthly', locale: 'pt' };
  const { url } = urlOf.parse((await send(`${path}/create-checkout-session`, wish)).json());
  const end = await post(url, { action: 'pay', card: 'pm_card_visa' });
  if (!end.url.includes('success=true')) throw new Error(`Paying ended at ${end.url}`);
  await until('the subscription runs', async () => isRunning(statusOf.parse(await get(path)).status));
}

export const isRunning = (status: string): boolean => status === 'trialing' || status === 'active';

export async function pairPhone(at: At, person: string): Promise<number> {
  const { get, send } = callsOf(at);
  const { id } = instanceOf.parse((await send('/api/zapbox-instances/connect', {})).json());
  const path = `/api/zapbox-instances/${id}`;
  const { qrcode: qr } = qrOf.parse(await get(`${path}/qrcode`));
  ok(await post(`${at.place.sandboxUrl}/whatsapp/phone/${person}/scan`, { qr }));
  await until('the number is connected', async () => loggedOf.parse(await get(`${path}/logged`)).logged);
  return id;
}

export async function linkGroup(at: At, instanceId: number, name: string): Promise<number> {
  const { get, send } = callsOf(at);
  const found = choicesOf
    .parse(await get(`/api/zapbox-instances/${instanceId}/groups`))
    .find((choice) => choice.name === name);
  if (!found) throw new Error(`WhatsApp shows no group ${name}`);
  const linked = await send('/api/whatsapp-groups', { ...found, workspaceId: at.workspaceId, userId: '' });
  return instanceOf.parse(linked.json()).id;
}

/** Returns once the product has processed the message. */
export async function sayInGroup(
  { sandboxUrl }: At['place'],
  groupId: string,
  said: { as: string; text: string },
): Promise<void> {
  ok(await post(`${sandboxUrl}/whatsapp/chat/${groupId}/say`, said));
  ok(await post(`${sandboxUrl}/whatsapp/_deliveries`, { do: 'settle' }));
}
