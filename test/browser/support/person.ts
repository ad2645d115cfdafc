import type { APIResponse, BrowserContext } from '@playwright/test';
import * as z from 'zod/mini';

import { triggersContract, type Trigger } from '#shared/contracts/triggers.ts';
import { workspacesContract } from '#shared/contracts/workspaces.ts';
import { webhookAddress } from '#shared/rules/webhook-address.ts';

import { linkOnly } from '../../local/link-only.ts';
import { stackControls } from '../../local/local-client.ts';
import { addresses } from './addresses.ts';
import type { Guest } from './guests.ts';

const home = z.object({
  devices: z.array(z.object({ deviceId: z.string(), friendlyName: z.string() })),
  events: z.array(z.object({ deviceId: z.string(), known: z.boolean() })),
});

/** What a person has done before the test begins, over HTTP and with the browser's cookies. */
export function personAt(context: BrowserContext, guest: Guest) {
  const { appUrl, sandboxUrl } = addresses();
  const at = `${sandboxUrl}/alexa/home/${guest.key}`;
  const get = async (path: string) => ok(await context.request.get(appUrl + path));
  const send = async (path: string, data?: unknown) => ok(await context.request.post(appUrl + path, { data }));
  const actAtHome = async (deed: string, data: unknown = {}) =>
    ok(await context.request.post(`${at}/${deed}`, { data, headers: { accept: 'application/json' } }));
  const current = async () =>
    workspacesContract.currentWorkspace.reply.parse(await (await get('/api/workspaces/current')).json());

  const hop: Parameters<typeof linkOnly>[0] = async (to, sent) => {
    const url = new URL(to, appUrl).href;
    const answer = await context.request.fetch(url, {
      maxRedirects: 0,
      ...(sent && { method: sent.method, data: sent.body }),
    });
    return { url, location: answer.headers()['location'] ?? null };
  };

  /** The account alone: no to enabling the skill, and nothing under way. */
  async function linkAmazon(as = guest.key): Promise<void> {
    const { id } = await current();
    const query = new URLSearchParams({ workspace: String(id), force_login: 'true', timestamp: '1', login_hint: as });
    const end = await linkOnly(hop, `/api/auth/amazon?${query.toString()}`);
    if (!end.href.includes('success=true')) throw new Error(`Linking Amazon ended at ${end.href}`);
    ok(await context.request.delete(`${appUrl}/api/amazon-auth/connecting`));
  }

  async function addTrigger(name: string, description?: string): Promise<Trigger> {
    const reply = await send('/api/triggers', { name, ...(description && { description }) });
    return triggersContract.createTrigger.reply.parse(await reply.json());
  }

  const orderAlexa = async (control: 'enablement' | 'misbehave', how: object) =>
    ok(await context.request.post(`${sandboxUrl}/alexa/_${control}`, { data: { person: guest.key, ...how } }));

  return {
    ...guest,
    current,
    linkAmazon,
    addTrigger,
    homeUrl: at,
    /** How Alexa's enabling goes for this person from now on. */
    orderAlexa,
    signIn: async (workspace = 'Home') => {
      const query = new URLSearchParams({ login_hint: guest.key, defaultWorkspaceName: workspace });
      await get(`/api/auth/google?${query.toString()}`);
    },
    enableSkill: () => actAtHome('enable'),
    disableSkill: () => actAtHome('disable'),
    addRoutine: (friendlyName: string, says: string) => actAtHome('routines', { friendlyName, says }),
    addWorkspace: async (name: string) =>
      workspacesContract.createWorkspace.reply.parse(await (await send('/api/workspaces', { name })).json()),
    switchTo: (workspaceId: number) => send('/api/workspaces/switch', { workspaceId }),
    switchOff: async ({ id }: Trigger) =>
      ok(await context.request.patch(`${appUrl}/api/triggers/${id}`, { data: { enabled: false } })),
    run: (trigger: Trigger) => send(`/api/triggers/${trigger.id}/execute`),
    logOut: () => send('/api/auth/logout'),
    addressOf: async (trigger: Trigger) => webhookAddress(appUrl, trigger, (await current()).workspaceToken),
    settle: async (...names: readonly string[]): Promise<readonly Trigger[]> => {
      await linkAmazon();
      const triggers: Trigger[] = [];
      for (const name of names) triggers.push(await addTrigger(name));
      await actAtHome('enable');
      return triggers;
    },
    knows: async () => (await look()).devices.map(({ friendlyName }) => friendlyName),
    eventCount: async (deviceId: string) => (await look()).events.filter((one) => one.deviceId === deviceId).length,
    drain: () => stackControls({ appUrl }).drain(),
  };

  async function look(): Promise<z.output<typeof home>> {
    return z.parse(home, await (await context.request.get(`${at}.json`)).json());
  }
}

export type BrowserPerson = ReturnType<typeof personAt>;

function ok(answer: APIResponse): APIResponse {
  if (!answer.ok()) throw new Error(`${answer.url()} answered ${answer.status()}`);
  return answer;
}
