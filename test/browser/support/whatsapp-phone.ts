import type { BrowserContext, Page } from '@playwright/test';
import * as z from 'zod/mini';

import { sandboxClient } from '../../sandboxes/sandbox-client.ts';
import { addresses } from './addresses.ts';
import { payerAt } from './payer.ts';
import type { BrowserPerson } from './person.ts';

const phone = z.object({ phone: z.string() });
const created = z.object({ id: z.string(), jid: z.string() });

export async function onTrial(context: BrowserContext, guest: BrowserPerson, ...triggers: readonly string[]) {
  await guest.signIn('Home');
  const made = await guest.settle(...triggers);
  const payer = await payerAt(context, guest);
  await payer.onTrial(await payer.customer());
  await payer.becomes({ status: 'trialing' });
  return made;
}

export async function phoneOf(context: BrowserContext, person: string) {
  const page = await context.newPage();
  const { sandboxUrl } = addresses();
  await page.goto(`${sandboxUrl}/whatsapp/phone/${person}`);
  const screen = page.getByRole('region', { name: 'Phone' });
  return {
    screen,
    demand: (what: 'passkey' | 'passkeyAndCode') =>
      page.getByRole('combobox', { name: 'What WhatsApp wants' }).selectOption(what),
    /** Selects the session, because the page also lists the codes of other tests. */
    press: (line: string, button: string) =>
      screen.locator(`[data-session="${line}"]`).getByRole('button', { name: button }).click(),
    number: async () =>
      `+${z.parse(phone, (await sandboxClient(sandboxUrl).get(`/whatsapp/phone/${person}.json`)).body).phone}`,
    type: async (code: string) => {
      await page.getByRole('textbox', { name: 'Code', exact: true }).fill(code);
      await page.getByRole('button', { name: 'Link', exact: true }).click();
    },
    device: (line: string) => screen.locator(`.dev[data-session="${line}"]`),
    code: (line: string) => screen.locator(`.code[data-session="${line}"]`),
  };
}

export async function groupOf(name: string, members: readonly string[]) {
  const { sandboxUrl } = addresses();
  const { body } = await sandboxClient(sandboxUrl).json('/whatsapp/groups', { name, members });
  const { id, jid } = z.parse(created, body);
  return { jid, name, chatUrl: `${sandboxUrl}/whatsapp/chat/${id}` };
}

export async function lineOf(page: Page, generation = 1): Promise<string> {
  const reply: unknown = await (await page.request.get('/api/zapbox-instances/current')).json();
  const { instance } = z.parse(z.object({ instance: z.object({ id: z.number() }) }), reply);
  return `zb-${instance.id}-${generation}`;
}
