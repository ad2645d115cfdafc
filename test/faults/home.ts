import { randomUUID } from 'node:crypto';

import * as z from 'zod/mini';

import { deviceIdOf } from '#functions/data/items/trigger-item.ts';
import { createSessionStore } from '#functions/data/people/session-store.ts';
import { createPlannedRunStore } from '#functions/data/schedule/planned-run-store.ts';
import { createTable, type Table } from '#functions/data/table.ts';
import { readConfig } from '#functions/platform/config.ts';
import { hashOf, newNumericId, newToken } from '#functions/platform/hashes.ts';
import { newSession } from '#functions/platform/http/session.ts';
import type { LogEvent } from '#functions/platform/log-events.ts';
import type { LogDetails } from '#functions/platform/log.ts';
import { connectInstance } from '#functions/whatsapp/numbers/connect-instance.ts';
import { readLoginState } from '#functions/whatsapp/numbers/read-login-state.ts';

import { amazonUserId } from '../sandboxes/amazon/entities.ts';
import { startSandboxes } from '../sandboxes/index.ts';
import { sandboxClient } from '../sandboxes/sandbox-client.ts';
import { defaultClients } from '../sandboxes/world.ts';
import { aLineGateway } from '../support/worlds/a-line-gateway.ts';
import { whatsappWorld } from '../support/worlds/whatsapp-world.ts';
import { everySecret, type ReadSecret } from './injected/secret-faults.ts';
import { tableProxy } from './injected/table-proxy.ts';
import { aProcess, type LateAnswer, type Product } from './product.ts';
import { aVirtualClock, endlessMs } from './virtual-clock.ts';

const appUrl = 'https://app.test';
const day = 86_400_000;
const tokenScope = 'alexa::async_event:write';

/** Milliseconds until the gateway token expires: valid, due for renewal, or expired. */
export const scenes = { plain: 3_600_000, 'token due': 200_000, 'token over': -60_000 } as const;
export type TokenScene = keyof typeof scenes;

export type Line = { event: LogEvent; details: LogDetails; cause?: unknown };

export type Firing = {
  triggerId: string;
  deviceId: string;
  name: string;
  /** Identifies the request. */
  key: string;
  /** The caller's address as the CDN passes it. */
  address?: string;
  /** Replaces the workspace's token. */
  token?: string;
};

type Answering = (directive: unknown) => Promise<unknown>;

export type Living = { process: Product; lines: Line[] };

let homes = 0;

const chat = z.object({
  messages: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      replyTo: z.optional(z.nullable(z.string())),
      reactions: z.array(z.object({ emoji: z.string() })),
    }),
  ),
});

export type Home = Awaited<ReturnType<typeof aHome>>;

/** Sets up a home with its sandboxes and product. Calls to `table` bypass the proxy. */
export async function aHome(table: Table, tableUrl: string, { withGroup, givesUpMs = 1_500 }: Wanted) {
  const number = (homes += 1);
  const clock = aVirtualClock();
  const { now } = clock;
  const people = ['host', 'guest'].map((role) => ({
    ...aPerson,
    key: `${role}-${number}`,
    email: `${role}@example.com`,
  }));
  const [host = { ...aPerson, key: '', email: '' }, guest = host] = people;
  let answering: Answering = (directive) => healthy.process.skill(directive);
  const sandboxes = await startSandboxes({ people, skillEndpoint: (directive) => answering(directive) });
  const client = sandboxClient(sandboxes.url);
  const proxy = await tableProxy(tableUrl, clock, givesUpMs);
  const lineGateway = aLineGateway(now);
  const world = whatsappWorld(table, lineGateway, clock);

  const settings = {
    TABLE_NAME: table.name,
    DYNAMODB_ENDPOINT: proxy.endpoint,
    APP_URL: appUrl,
    WEBHOOK_URL: appUrl,
    SECRETS_PREFIX: 'recado/test/',
    RUNS_PER_MINUTE: '1000',
    WORKSPACE_RUNS_PER_MINUTE: '100000',
    LWA_TOKEN_URL: `${sandboxes.url}/amazon/auth/o2/token`,
    LWA_PROFILE_URL: `${sandboxes.url}/amazon/user/profile`,
    LWA_TOKENINFO_URL: `${sandboxes.url}/amazon/auth/o2/tokeninfo`,
    ALEXA_EVENT_GATEWAY_URL: `${sandboxes.url}/alexa/v3/events`,
    WAHA_URL: `${sandboxes.url}/whatsapp`,
  };

  const faulty = createTable(readConfig({ ...settings, TABLE_TIMEOUT_MS: String(endlessMs) }));
  const late: LateAnswer[] = [];
  /** Starts a cold process, behind the proxy or on the table `way`. */
  function live(given: Given = {}, way: Table = faulty): Living {
    const lines: Line[] = [];
    const log = (event: LogEvent, details: LogDetails = {}, cause?: unknown): void =>
      void lines.push({ event, details, ...(cause !== undefined && { cause }) });
    const { readSecret = everySecret, isDead = () => false, pause } = given;
    const all = { ...settings, ...given.settings };
    const surroundings = { settings: all, table: way, readSecret, log, clock, isDead, late };
    return { process: aProcess({ ...surroundings, ...(pause && { pause }) }), lines };
  }
  const healthy = live({}, table);
  const plannedRuns = createPlannedRunStore(table, now);

  const userId = `u-${randomUUID()}`;
  const workspaceId = newNumericId();
  const account = amazonUserId(host);
  const token = newToken();
  await world.users.signUp({
    account: { provider: 'amazon', subject: account, name: host.name },
    userId,
    workspace: {
      id: workspaceId,
      userId,
      name: 'Casa',
      defaultWorkspace: true,
      createdAt: now().toISOString(),
      tokenHash: hashOf(token),
      tokenSealed: 'sealed',
    },
    now: now(),
  });
  await world.link(userId, workspaceId, account);
  const { idHash, cookie } = newSession(appUrl);
  const endsAt = new Date(now().getTime() + 30 * day);
  const begun = { idHash, userId, name: host.name, now: now(), endsAt, device: {}, browserHash: 'b' };
  await createSessionStore(table).add(begun);
  for (let attempt = 1; ; attempt += 1) {
    const enabled = await client.json(`/alexa/home/${host.key}/enable`, {});
    if (enabled.status === 200) break;
    if (attempt === maxTries) throw new Error(`The skill could not be enabled: ${enabled.text}`);
  }

  const group = withGroup ? await aGroup() : undefined;

  /** The session has the same name at the line gateway and in the WhatsApp sandbox. */
  async function aGroup() {
    await world.subscribe(workspaceId, 'active');
    const deps = { ...world.deps, seal: healthy.process.seal, newToken };
    const { id: instanceId } = await connectInstance(deps, { userId, workspaceId });
    lineGateway.scan(instanceId, `5511955${String(number).padStart(6, '0')}`);
    await readLoginState(world.deps, { userId, workspaceId, instanceId });
    const session = lineGateway.namesOf(instanceId).at(-1) ?? '';
    const headers = { 'x-api-key': defaultClients.whatsapp.key };
    await client.json('/whatsapp/_deliveries', { do: 'hold' });
    await client.json('/whatsapp/api/sessions', { name: session, config: {} }, headers);
    // The first QR code appears some time after the start.
    await client.json('/whatsapp/_advance', { seconds: 50, session });
    const scanned = await client.json(`/whatsapp/phone/${host.key}/scan`, { session });
    if (scanned.status !== 200) throw new Error(`The code could not be scanned: ${scanned.text}`);
    const made = await client.json('/whatsapp/groups', { name: 'Casa', members: [host.key, guest.key] });
    const { jid } = z.object({ jid: z.string() }).parse(made.body);
    await world.linkGroup(userId, workspaceId, jid);
    const { url, secret } = lineGateway.lineOf(instanceId)?.webhook ?? { url: '', secret: '' };
    return { instanceId, jid, session, url, secret };
  }

  const name = 'Portao';
  const triggerId = (await world.createTrigger(workspaceId, name)) ?? '';
  const deviceId = deviceIdOf(triggerId);
  const chatUrl = `/whatsapp/chat/${group?.jid.split('@')[0]}`;
  const typed = new Set<string>();
  let isPlain = 0;
  let pauses = 0;
  return {
    clock,
    proxy,
    /** The table behind the proxy. */
    faulty,
    world,
    client,
    live,
    /** A warm process without faults; its log starts empty. */
    well(): Living {
      healthy.lines.length = 0;
      return healthy;
    },
    resident: host.key,
    userId,
    workspaceId,
    account,
    token,
    cookie,
    group,
    guest,

    /** Stores a new grant with the gateway token of this scene. */
    async renewGrant(scene: TokenScene): Promise<void> {
      // A valid token serves several cells.
      if (scene === 'plain' && (isPlain -= 1) > 0) return;
      isPlain = scene === 'plain' ? 10 : 0;
      const { access, refresh } = sandboxes.amazon.grant(host.key, defaultClients.amazonSkill.id, tokenScope);
      const owner = `A#${account}`;
      const sealedAccess = await healthy.process.seal.seal(access.token, owner);
      const sealedRefresh = await healthy.process.seal.seal(refresh.token, owner);
      const tokenExpiresAt = new Date(now().getTime() + scenes[scene]);
      const grant = { amazonUserId: account, sealedAccess, sealedRefresh, tokenExpiresAt, region: 'NA' } as const;
      const accepted = await world.grants.accept({ ...grant, workspaceId });
      if (accepted !== 'accepted') throw new Error('The grant could not be given anew.');
    },
    /** Lets every claim expire. Intervals vary, so that voice runs do not look like a loop. */
    pause: () => clock.advance(130_000 + ((pauses += 1) % 7) * 30_000),
    rest(): void {
      clock.advance(45 * 60_000);
      isPlain = 0;
    },
    spoil: () => void (isPlain = 0),
    /** A new token, which no process has cached. */
    voiceToken: (): string => sandboxes.amazon.grant(host.key, defaultClients.amazonWeb.id, 'profile').access.token,
    newFiring: (): Firing => ({ triggerId, deviceId, name, key: randomUUID() }),
    atHome: (deed: string, body: object = {}) => client.json(`/alexa/home/${host.key}/${deed}`, body),
    /** Plans one run, due now, and removes all others. Keeps a planned run that has the same key. */
    async planned({ triggerId: planned, key }: Firing): Promise<void> {
      const mine = await plannedRuns.list(workspaceId);
      if (mine.some(({ id }) => id === key)) return;
      for (const other of mine) await plannedRuns.remove(other);
      const workspace = await world.workspaces.find(workspaceId);
      const at = now().toISOString();
      const item = {
        type: 'plannedRun',
        id: key,
        workspaceId,
        triggerId: planned,
        by: 'click',
        at,
        nextAt: at,
      } as const;
      const planning = { id: workspaceId, link: workspace?.link?.number, planChanges: workspace?.planChanges };
      const link = planning.link ?? 0;
      const added = await plannedRuns.add({ ...item, link, createdAt: at, rev: 1 }, planning);
      if (added !== 'added') throw new Error(`The run could not be planned: ${added}`);
    },
    /** Outcome of the planned run; undefined while it is due. */
    async came({ key }: Firing): Promise<string | undefined> {
      const item = await plannedRuns.find(workspaceId, key);
      return item === 'canceled' ? undefined : item?.last?.outcome;
    },
    /** Sets the receiver of the home's directives, by default a warm process without faults. */
    answer: (by: Answering = (directive) => healthy.process.skill(directive)) => void (answering = by),
    lastMessage: () => sandboxes.homes.home(host.key).log[0],
    heard: (): number => sandboxes.homes.home(host.key).events.filter((event) => event.deviceId === deviceId).length,
    /** Types each message id only once. */
    async typed(messageId: string): Promise<void> {
      if (typed.has(messageId)) return;
      typed.add(messageId);
      const { status, text } = await client.json(`${chatUrl}/say`, { as: guest.key, text: name, id: messageId });
      if (status !== 200) throw new Error(`The message could not be typed: ${text}`);
    },
    /** The reactions to the message, and the texts that answer it. */
    async said(messageId: string): Promise<string[]> {
      if (!group) return [];
      const { messages } = chat.parse((await client.get(`${chatUrl}.json`)).body);
      const signs = messages.find(({ id }) => id === messageId)?.reactions.map(({ emoji }) => emoji) ?? [];
      return [...signs, ...messages.flatMap(({ text, replyTo }) => (replyTo === messageId ? [text] : []))];
    },
    async misbehaves(sandbox: 'amazon' | 'alexa' | 'whatsapp', order: object): Promise<void> {
      const { status, text } = await client.json(`/${sandbox}/_misbehave`, order);
      if (status !== 200) throw new Error(`The sandbox does not take this order: ${text}`);
    },
    /** The answers to these calls arrive after the product has given up. */
    answersLate: (...calls: LateAnswer[]) => void late.splice(0, Infinity, ...calls),
    async close(): Promise<void> {
      faulty.doc.destroy();
      proxy.close();
      await sandboxes.close();
    },
  };
}

type Wanted = {
  withGroup: boolean;
  /** Timeout of the table's client, by default that of the product. */
  givesUpMs?: number;
};
type Given = {
  readSecret?: ReadSecret;
  settings?: Readonly<Record<string, string>>;
  isDead?: () => boolean;
  pause?: (ms: number) => Promise<void>;
};

const maxTries = 3;

const aPerson = { name: 'Ana Souza', colour: '#b5441c' };
