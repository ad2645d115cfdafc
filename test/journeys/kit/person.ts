import { expect, inject } from 'vitest';

import { amazonAuthContract, type AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { signedInUser } from '#shared/contracts/auth.ts';
import { historyContract } from '#shared/contracts/history.ts';
import { sessionsContract } from '#shared/contracts/sessions.ts';
import { triggersContract, type Trigger } from '#shared/contracts/triggers.ts';
import { workspacesContract } from '#shared/contracts/workspaces.ts';
import { webhookAddress } from '#shared/rules/webhook-address.ts';

import { cookieJar, type Answered, type CookieJar } from '../../local/browser-like.ts';
import { linkOnly } from '../../local/link-only.ts';
import type { StackAddresses } from '../../local/local-client.ts';
import { parsedReply } from './answers.ts';
import { homeOf } from './home.ts';
import { soon } from './soon.ts';

type LinkWish = { as?: string; workspaceId?: number; reset?: boolean };
/** `at` selects another stack than the one that journeys share. */
type SignIn = { provider?: 'google' | 'amazon'; defaultWorkspaceName?: string; at?: StackAddresses };

/** Signs in with an HTTP client that stores cookies. */
export async function newcomer(
  name: string,
  { provider = 'google', defaultWorkspaceName, at = inject('stack') }: SignIn = {},
) {
  const browser = cookieJar(at.appUrl);
  const query = new URLSearchParams({ login_hint: name, ...(defaultWorkspaceName && { defaultWorkspaceName }) });
  await browser.visit(`/api/auth/${provider}?${query.toString()}`);
  return personAt(browser, name, at);
}

export function personAt(browser: CookieJar, name: string, at = inject('stack')) {
  const { get, send } = browser;
  const current = async () =>
    parsedReply(workspacesContract.currentWorkspace.reply, await get('/api/workspaces/current'));
  const amazon = async (): Promise<AmazonAuth> =>
    parsedReply(amazonAuthContract.amazonAuth.reply, await get('/api/amazon-auth'));
  const start = async ({ as = name, workspaceId, reset = false }: LinkWish): Promise<string> => {
    const workspace = String(workspaceId ?? (await current()).id);
    const { pageToken = '' } = reset ? await amazon() : {};
    const off = reset && { reset: pageToken };
    const query = { workspace, force_login: 'true', timestamp: '1', login_hint: as, ...off };
    return `/api/auth/amazon?${new URLSearchParams(query).toString()}`;
  };
  const hop: Parameters<typeof linkOnly>[0] = async (to, sent) => {
    const { url, headers } = await browser.hop(to, sent);
    return { url, location: headers.get('location') };
  };
  return {
    name,
    browser,
    home: homeOf(name, at),
    get,
    send,
    whoAmI: async () => parsedReply(signedInUser, await get('/api/auth/user')),
    current,
    workspaces: async () => parsedReply(workspacesContract.listWorkspaces.reply, await get('/api/workspaces')),
    /** In the order in which the product lists them. */
    sessions: async () => parsedReply(sessionsContract.listSessions.reply, await get('/api/sessions')),
    addWorkspace: async (workspace: string) =>
      parsedReply(workspacesContract.createWorkspace.reply, await send('POST', '/api/workspaces', { name: workspace })),
    switchTo: async (workspaceId: number) =>
      parsedReply(
        workspacesContract.switchWorkspace.reply,
        await send('POST', '/api/workspaces/switch', { workspaceId }),
      ),
    amazon,
    /** By default links the user's own account and declines to enable the skill. Resolves to the final address. */
    linkAmazon: async (wish: LinkWish = {}): Promise<URL> => linkOnly(hop, await start(wish)),
    /** Consents to everything at Amazon. */
    connectAlexa: async (wish: LinkWish = {}): Promise<URL> => new URL((await get(await start(wish))).url),
    unlinkAmazon: async (workspaceId: number): Promise<Answered> =>
      send('POST', '/api/amazon-auth/unlink', { workspaceId }),
    /** Without `inAlexa`, which changes in the background. */
    triggers: async (): Promise<Trigger[]> =>
      parsedReply(triggersContract.listTriggers.reply, await get('/api/triggers')).map(
        ({ alexa: _, ...trigger }) => trigger,
      ),
    inAlexa: async () =>
      Object.fromEntries(
        parsedReply(triggersContract.listTriggers.reply, await get('/api/triggers')).map(({ name: trigger, alexa }) => [
          trigger,
          alexa,
        ]),
      ),
    resync: async (id: string): Promise<Answered> => send('POST', `/api/triggers/${id}/resync`),
    addTrigger: async (trigger: string): Promise<Trigger> =>
      parsedReply(triggersContract.createTrigger.reply, await send('POST', '/api/triggers', { name: trigger })),
    change: async (id: string, change: Record<string, unknown>): Promise<Trigger> =>
      parsedReply(triggersContract.updateTrigger.reply, await send('PATCH', `/api/triggers/${id}`, change)),
    execute: async (id: string) =>
      parsedReply(triggersContract.executeTrigger.reply, await send('POST', `/api/triggers/${id}/execute`)),
    history: async (id: string) =>
      parsedReply(historyContract.listExecutions.reply, await get(`/api/triggers/${id}/executions`)).items,
    /** With the secret of the current workspace. */
    addressOf: async (trigger: Pick<Trigger, 'workspaceId' | 'deviceId'>): Promise<string> =>
      webhookAddress(at.appUrl, trigger, (await current()).workspaceToken),
  };
}

export type JourneyPerson = Awaited<ReturnType<typeof newcomer>>;

/** Has a linked Amazon account, an enabled skill and one trigger that Alexa knows. */
export async function settled(
  name: string,
  trigger = 'Good night',
): Promise<JourneyPerson & { trigger: Trigger; address: string }> {
  const person = await newcomer(name);
  await person.linkAmazon();
  const made = await person.addTrigger(trigger);
  // Enabling ends with a discovery, so Alexa knows the trigger.
  await person.home.enableSkill();
  return { ...person, trigger: made, address: await person.addressOf(made) };
}

/** Like `settled`, but no background work uses this user's token any more. */
export async function settledAtRest(name: string): ReturnType<typeof settled> {
  const person = await newcomer(name);
  await person.linkAmazon();
  await person.home.enableSkill();
  const trigger = await person.addTrigger('Good night');
  await expect.poll(() => person.home.knows(), soon).toEqual(['Good night']);
  return { ...person, trigger, address: await person.addressOf(trigger) };
}
