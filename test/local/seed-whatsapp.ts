import { setTimeout as pause } from 'node:timers/promises';

import * as z from 'zod/mini';

import type { CookieJar } from './browser-like.ts';
import { ok, post, type Place } from './seed-steps.ts';

const patience = 20_000;

const urlOf = z.object({ url: z.string() });
const statusOf = z.object({ status: z.string() });
const instanceOf = z.object({ id: z.number() });
const qrOf = z.object({ qrcode: z.string() });
const loggedOf = z.object({ logged: z.boolean() });
const choicesOf = z.array(z.object({ jid: z.string(), name: z.string() }));

/** A workspace of somebody who is signed in. */
type At = { place: Place; browser: CookieJar; workspaceId: number };

/** Begins the trial with a card that will pay afterwards. */
export async function startTrial({ browser, workspaceId }: At): Promise<void> {
  const path = `/api/subscription/${workspaceId}`;
  const headers = { 'x-workspace-id': String(workspaceId) };
  const wish = { priceId: 'pro_monthly', planType: 'pro_monthly', locale: 'pt' };
  const { url } = urlOf.parse(ok(await browser.send('POST', `${path}/create-checkout-session`, wish, headers)).json());
  const end = await post(url, { action: 'pay', card: 'pm_card_visa' });
  if (!end.url.includes('success=true')) throw new Error(`Paying ended at ${end.url}`);
  await until('the trial runs', async () => {
    const { status } = statusOf.parse(ok(await browser.get(path, headers)).json());
    return status === 'trialing';
  });
}

/** Pairs the phone of a person, and links the group of that name. */
export async function linkWhatsApp(
  { place, browser, workspaceId }: At,
  { person, group }: { person: string; group: string },
): Promise<void> {
  const headers = { 'x-workspace-id': String(workspaceId) };
  const get = async (path: string): Promise<unknown> => ok(await browser.get(path, headers)).json();
  const send = async (path: string, body: object) => ok(await browser.send('POST', path, body, headers));
  const { id } = instanceOf.parse((await send('/api/zapbox-instances/connect', {})).json());
  const at = `/api/zapbox-instances/${id}`;
  const { qrcode: qr } = qrOf.parse(await get(`${at}/qrcode`));
  ok(await post(`${place.sandboxUrl}/whatsapp/phone/${person}/scan`, { qr }));
  await until('the number is connected', async () => loggedOf.parse(await get(`${at}/logged`)).logged);
  const found = choicesOf.parse(await get(`${at}/groups`)).find(({ name }) => name === group);
  if (!found) throw new Error(`WhatsApp shows no group ${group}`);
  await send('/api/whatsapp-groups', { ...found, workspaceId, userId: '' });
}

/** Somebody types in a group; when this returns, the product has done what it does about it. */
export async function sayInGroup({ sandboxUrl }: Place, groupId: string, as: string, text: string): Promise<void> {
  ok(await post(`${sandboxUrl}/whatsapp/chat/${groupId}/say`, { as, text }));
  ok(await post(`${sandboxUrl}/whatsapp/_deliveries`, { do: 'settle' }));
}

async function until(words: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + patience;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`This did not happen within ${patience / 1000} s: ${words}`);
    await pause(50);
  }
}
