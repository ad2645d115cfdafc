import type { APIResponse, BrowserContext } from '@playwright/test';
import * as z from 'zod/mini';

import { accessKeysContract } from '#shared/contracts/access-keys.ts';
import { amazonAuthContract } from '#shared/contracts/amazon-auth.ts';
import { historyContract } from '#shared/contracts/history.ts';
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

const heard = z.array(
  z.object({
    method: z.string(),
    path: z.string(),
    person: z.optional(z.string()),
    status: z.union([z.number(), z.literal('cut'), z.null()]),
  }),
);

/** Prepares a user's state before the test begins, over HTTP with the browser's cookies. */
export function personAt(context: BrowserContext, guest: Guest, { appUrl, sandboxUrl } = addresses()) {
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

  /** Links the account only: does not enable the skill and leaves no connection attempt pending. */
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
    /** Sets how Alexa responds when the skill is enabled for this user. */
    orderAlexa,
    signIn: async (workspace = 'Home') => {
      const query = new URLSearchParams({ login_hint: guest.key, defaultWorkspaceName: workspace });
      await get(`/api/auth/google?${query.toString()}`);
    },
    enableSkill: () => actAtHome('enable'),
    disableSkill: () => actAtHome('disable'),
    skill: async () => {
      const reply = await (await get('/api/amazon-auth')).json();
      return amazonAuthContract.amazonAuth.reply.parse(reply).skill;
    },
    addRoutine: (friendlyName: string, says: string, scenes: readonly string[] = []) =>
      actAtHome('routines', { friendlyName, says, scenes }),
    muteHome: () => actAtHome('reaction', { how: 'mute' }),
    unmuteHome: () => actAtHome('reaction', { how: 'usual' }),
    confirmRuns: async ({ id }: Trigger) =>
      ok(await context.request.patch(`${appUrl}/api/triggers/${id}`, { data: { receipt: true } })),
    addWorkspace: async (name: string) =>
      workspacesContract.createWorkspace.reply.parse(await (await send('/api/workspaces', { name })).json()),
    switchTo: (workspaceId: number) => send('/api/workspaces/switch', { workspaceId }),
    switchOff: async ({ id }: Trigger) =>
      ok(await context.request.patch(`${appUrl}/api/triggers/${id}`, { data: { enabled: false } })),
    setConditions: async ({ id }: Trigger, conditions: object) =>
      ok(await context.request.patch(`${appUrl}/api/triggers/${id}`, { data: { conditions } })),
    giveKey: async (wish: object) =>
      accessKeysContract.createAccessKey.reply.parse(await (await send('/api/access-keys', wish)).json()),
    stopKey: async (id: string) => ok(await context.request.delete(`${appUrl}/api/access-keys/${id}`)),
    setTimeZone: async (workspaceId: number, timeZone: string) =>
      ok(await context.request.patch(`${appUrl}/api/workspaces/${workspaceId}`, { data: { timeZone } })),
    lastRun: async ({ id }: Trigger) => {
      const reply = await (await get(`/api/triggers/${id}/executions`)).json();
      return historyContract.listExecutions.reply.parse(reply).items[0];
    },
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
    /** Status of each call that enabled the skill for this user, newest first; null while a call is pending. */
    enablings: async () => {
      const calls = z.parse(heard, await (await context.request.get(`${sandboxUrl}/alexa/_heard`)).json());
      return calls
        .filter(({ method, path, person }) => method === 'POST' && path.endsWith('/enablement') && person === guest.key)
        .map(({ status }) => status);
    },
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
