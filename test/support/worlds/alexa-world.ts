import { PutCommand, QueryCommand, ScanCommand, type ScanCommandInput } from '@aws-sdk/lib-dynamodb';

import { linkAmazonAccount, type Holder } from '#functions/alexa/link-amazon-account.ts';
import { moveAmazonAccount } from '#functions/alexa/move-amazon-account.ts';
import { discover } from '#functions/alexa/skill/discover.ts';
import { unlinkAmazon } from '#functions/alexa/unlink-amazon.ts';
import { outboxPrefix, workspacePartition } from '#functions/data/keys.ts';
import { outboxPut } from '#functions/data/outbox/outbox-store.ts';
import type { Table } from '#functions/data/table.ts';
import { deadlineIn, type Deadline } from '#functions/platform/time/deadline.ts';
import type { TokenOutcome } from '#functions/providers/amazon-login.ts';
import type { Mail, MailOutcome } from '#functions/providers/email.ts';
import type { WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';
import { listTriggers } from '#functions/triggers/list-triggers.ts';
import { resyncTrigger } from '#functions/triggers/resync-trigger.ts';
import { enablesSkill } from '#functions/wiring/parts/enables-skill.ts';
import { execution } from '#functions/wiring/parts/execution.ts';
import { outboxWorker, type WorkerProviders } from '#functions/wiring/parts/outbox-worker.ts';
import { scheduledJobs } from '#functions/wiring/schedules.ts';
import { deactivating } from '#functions/wiring/workspaces.ts';
import { deactivateWorkspace } from '#functions/workspaces/deactivate-workspace.ts';

import type { FakeAlexa } from './a-fake-alexa.ts';
import { aLineGateway } from './a-line-gateway.ts';
import { dueJobs } from './due-jobs.ts';
import { storesOf } from './stores-of.ts';
import { testWorld } from './test-world.ts';

export type SteppedClock = { now: () => Date; advance: (ms: number) => void };

/** Starts today, because the table server deletes expired items by its own clock. */
export function aClock(): SteppedClock {
  let at = Date.now();
  return { now: () => new Date(at), advance: (ms) => void (at += ms) };
}

const minute = 60_000;

/** The Alexa side of the product on one table: user actions, the worker, and Alexa. */
export function alexaWorld(
  table: Table,
  fakeAlexa: FakeAlexa,
  clock: SteppedClock,
  gateways: WhatsAppGateways = aLineGateway(clock.now).gateways,
  settings: Readonly<Record<string, string>> = {},
) {
  const { now } = clock;
  const unexpected: unknown[] = [];
  const dead: string[] = [];
  const world = testWorld({
    table,
    settings,
    now,
    log: (event, _, cause) => void (event === 'outbox.failed' && unexpected.push(cause)),
    metrics: (_, { topic }) => void (topic !== undefined && dead.push(topic)),
  });
  const { log, newId, pause } = world;
  const stores = storesOf(world);
  const tokens: TokenOutcome = { outcome: 'tokens', accessToken: 'renewed', expiresInSeconds: 3600 };
  const amazon: { answer: TokenOutcome; asked: number } = {
    answer: tokens,
    asked: 0,
  };
  const alerts: string[] = [];
  const post = { mails: [] as Mail[], outcomes: [] as MailOutcome[] };
  const providers: WorkerProviders = {
    renewing: {
      ...stores,
      seal: world.seal,
      login: {
        refresh: () => {
          amazon.asked += 1;
          return Promise.resolve(amazon.answer);
        },
      },
      client: () => Promise.resolve({ clientId: 'skill', clientSecret: 'hush' }),
      pause,
      newId,
      now,
      log,
    },
    send: fakeAlexa.sender(stores.tokens.findAccess),
    gateways,
    sendMail: (mail) => {
      const outcome = post.outcomes.shift() ?? 'sent';
      if (outcome === 'sent' || outcome === 'unknown') post.mails.push(mail);
      return Promise.resolve(outcome);
    },
    execute: execution(world, ({ deviceId }) => {
      alerts.push(deviceId);
      return Promise.resolve({ outcome: 'sent', stages: { token: 0, send: 1 } });
    }),
  };
  const { processPartition } = outboxWorker(world, providers);
  const jobs = scheduledJobs(world, providers);
  const inAMinute = (): Deadline => deadlineIn(now, minute);
  const whenDue = dueJobs(table, now);
  const sweep = () => jobs.sweep(inAMinute());
  const scan = async (only: Omit<ScanCommandInput, 'TableName'> = {}) => {
    const found: Record<string, unknown>[] = [];
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      const query = { ...only, TableName: table.name, ConsistentRead: true, ExclusiveStartKey };
      const { Items = [], LastEvaluatedKey } = await table.doc.send(new ScanCommand(query));
      found.push(...Items);
      // A page is limited to 1 MB.
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return found;
  };
  /** The table filters, because long tests call this after every step. */
  const waiting = () =>
    scan({
      FilterExpression: 'begins_with(sk, :outbox) AND attribute_not_exists(deadAt)',
      ExpressionAttributeValues: { ':outbox': outboxPrefix },
    });

  return {
    ...stores,
    ground: world,
    providers,
    dead,
    amazon,
    post,
    /** Devices whose alert events Alexa accepted. */
    alerts,
    checkGrants: () => jobs.checkGrants(inAMinute()),
    processPartition: (partition: string) => processPartition(partition, inAMinute()),
    whenDue,
    sweep,
    /** Like `sweep`, but a crash is not treated as the failure of one account. */
    async sweepOrCrash(): Promise<void> {
      await sweep();
      const crash = unexpected.find((cause) => cause instanceof Error && cause.name === 'Crash');
      if (crash) throw crash;
    },
    async addUnreadable(partition: string): Promise<void> {
      const { Put } = outboxPut(table, { topic: 'cleanUp', workspaceId: 1, link: 1 }, { id: newId(), now: now() });
      await table.doc.send(
        new PutCommand({ ...Put, Item: { ...Put.Item, pk: partition, entry: 'of another version' } }),
      );
    },
    /**
     * Sweeps until all work is done, moving the clock from retry to retry, and to work that another clock scheduled
     * later.
     */
    async settle(): Promise<void> {
      for (let round = 0; round < 60; round += 1) {
        await sweep();
        // A sweep queues the daily checks that are due, and the next sweep processes them.
        await sweep();
        const left = await waiting();
        if (left.length === 0) return;
        const latest = Math.max(...left.map(({ dueAt }) => Date.parse(String(dueAt))));
        clock.advance(Math.max(31 * minute, latest - now().getTime()));
      }
      throw new Error('The outbox does not become empty.', { cause: unexpected[0] });
    },
    waiting,
    items: () => scan(),

    async addWorkspace(id: number, userId: string, isDefault = false): Promise<void> {
      const createdAt = now().toISOString();
      const workspace = { id, userId, name: `Workspace ${id}`, defaultWorkspace: isDefault, createdAt };
      const token = { tokenHash: 'hash', tokenSealed: 'sealed' };
      if (!isDefault) {
        await stores.workspaces.create({ ...workspace, ...token });
        return;
      }
      const account = { provider: 'google', subject: userId, name: userId, email: `${userId}@example.com` } as const;
      await stores.users.signUp({ account, userId, workspace: { ...workspace, ...token }, now: now() });
    },
    async enableSkill(amazonUserId: string): Promise<void> {
      const workspaceId = (await stores.links.find(amazonUserId))?.workspaceId;
      const tokenExpiresAt = new Date(now().getTime() + 60 * minute);
      const grant = { amazonUserId, sealedAccess: 's', sealedRefresh: 's', tokenExpiresAt, region: 'NA' } as const;
      await stores.grants.accept({ ...grant, workspaceId });
      fakeAlexa.discover(amazonUserId, await discover({ ...stores, log }, amazonUserId));
    },
    link: (userId: string, workspaceId: number, amazonUserId: string) =>
      linkAmazonAccount(stores, {
        userId,
        workspaceId,
        account: { amazonUserId, name: 'Ana', email: 'ana@example.com' },
      }),
    move: (userId: string, workspaceId: number, amazonUserId: string, from: Holder) =>
      moveAmazonAccount(
        stores,
        { userId, workspaceId, account: { amazonUserId, name: 'Ana', email: 'ana@example.com' } },
        from,
      ),
    unlink: (userId: string, workspaceId: number) => unlinkAmazon(stores, { userId, workspaceId }),
    deactivate: (userId: string, workspaceId: number) =>
      deactivateWorkspace(deactivating(world), { userId, workspaceId }),
    inAlexa: async (workspaceId: number) =>
      Object.fromEntries((await listTriggers({ ...stores, now }, workspaceId)).map(({ name, alexa }) => [name, alexa])),
    resync: (workspaceId: number, triggerId: string) =>
      resyncTrigger({ ...stores, enablesSkill: enablesSkill(world), newId, now }, { workspaceId, triggerId }),
    currentWorkspace: (userId: string) => stores.users.currentWorkspaceId(userId),
    async triggerNames(workspaceId: number): Promise<string[]> {
      const link = (await stores.workspaces.find(workspaceId))?.link;
      if (!link) return [];
      return (await stores.listDevices(workspaceId, link.number)).devices.map(({ name }) => name).toSorted();
    },
    leftovers: async (workspaceId: number, prefix: 'TRIGGER#' | 'TRGNAME#' | 'TRGTEXT#') => {
      const query = {
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': workspacePartition(workspaceId), ':prefix': prefix },
        ConsistentRead: true,
      };
      return (await table.doc.send(new QueryCommand(query))).Items ?? [];
    },
    /** Returns undefined if nothing is linked or the name is taken. */
    async createTrigger(workspaceId: number, name: string): Promise<string | undefined> {
      const workspace = await stores.workspaces.find(workspaceId);
      if (!workspace?.link) return undefined;
      const given = { id: newId(), workspaceId, userId: workspace.userId, name, starter: 'simple-event' } as const;
      const made = await stores.triggers.create({ ...given, description: 'About it' }, workspace.link);
      return typeof made === 'string' ? undefined : made.id;
    },
    /** Ordered by name. Returns undefined past the end. */
    async triggerAt(workspaceId: number, place: number) {
      const link = (await stores.workspaces.find(workspaceId))?.link;
      const list = link ? await stores.triggers.list(workspaceId, link.number) : [];
      const trigger = list.toSorted((one, other) => one.name.localeCompare(other.name))[place];
      return link && trigger && { trigger, link };
    },
  };
}

export type AlexaWorld = ReturnType<typeof alexaWorld>;
