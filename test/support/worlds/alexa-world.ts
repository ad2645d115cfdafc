import { randomUUID } from 'node:crypto';

import { PutCommand, QueryCommand, ScanCommand, type ScanCommandInput } from '@aws-sdk/lib-dynamodb';

import { checkGrant } from '#functions/alexa/check-grant.ts';
import { reportDevices } from '#functions/alexa/devices/report-devices.ts';
import { linkAmazonAccount } from '#functions/alexa/link-amazon-account.ts';
import { tellOwner } from '#functions/alexa/notify-owner.ts';
import { discover } from '#functions/alexa/skill/discover.ts';
import { unlinkAmazon } from '#functions/alexa/unlink-amazon.ts';
import { createAmazonLinkStore } from '#functions/data/alexa/amazon-link-store.ts';
import { createDeviceStory } from '#functions/data/alexa/device-facts.ts';
import { createDeviceList } from '#functions/data/alexa/device-list.ts';
import { createGrantCheckStore } from '#functions/data/alexa/grant-check-store.ts';
import { createGrantStore } from '#functions/data/alexa/grant-store.ts';
import { createReportedStore } from '#functions/data/alexa/reported-store.ts';
import { createTokenStore } from '#functions/data/alexa/token-store.ts';
import { createSubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { outboxPrefix, workspacePartition } from '#functions/data/keys.ts';
import { createCleaningStore } from '#functions/data/outbox/cleaning-store.ts';
import { createLeaseStore } from '#functions/data/outbox/lease-store.ts';
import { createOutboxStore, outboxPut } from '#functions/data/outbox/outbox-store.ts';
import { createUserStore } from '#functions/data/people/user-store.ts';
import type { Table } from '#functions/data/table.ts';
import { createRunStore } from '#functions/data/triggers/run-store.ts';
import { createTriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { createGroupStore } from '#functions/data/whatsapp/group-store.ts';
import { createInstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { createLineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';
import { deactivationWrites } from '#functions/data/workspaces/deactivation-writes.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { checkGrants } from '#functions/jobs/check-grants.ts';
import { cleaningSteps, cleanUp } from '#functions/jobs/clean-up.ts';
import { workOff } from '#functions/outbox/process-partition.ts';
import { sweep } from '#functions/outbox/sweep.ts';
import { deadlineIn, type Deadline } from '#functions/platform/deadline.ts';
import type { Log } from '#functions/platform/log.ts';
import type { TokenOutcome } from '#functions/providers/amazon-login.ts';
import type { Mail, MailOutcome } from '#functions/providers/email.ts';
import { closeContacts } from '#functions/triggers/close-contact.ts';
import { listTriggers } from '#functions/triggers/list-triggers.ts';
import { resyncTrigger } from '#functions/triggers/resync-trigger.ts';
import { notifyLineLost } from '#functions/whatsapp/lines/notify-line-lost.ts';
import { removeLines, type RemoveLineDeps } from '#functions/whatsapp/lines/remove-line.ts';
import { leaveGroups } from '#functions/whatsapp/numbers/end-of-link.ts';
import { deactivateWorkspace } from '#functions/workspaces/deactivate-workspace.ts';

import type { House } from './a-home.ts';
import { aLineGateway } from './a-line-gateway.ts';

export type Clock = { now: () => Date; advance: (ms: number) => void };

/** Starts today, because the table server deletes what expired by its own clock. */
export function aClock(): Clock {
  let at = Date.now();
  return { now: () => new Date(at), advance: (ms) => void (at += ms) };
}

const minute = 60_000;

/** The Alexa side of the product on one table: people's actions, the worker, and a house that listens. */
export function alexaWorld(
  table: Table,
  house: House,
  clock: Clock,
  gateways: RemoveLineDeps['gateways'] = aLineGateway(clock.now).gateways,
) {
  const { now } = clock;
  const newId = (): string => randomUUID();
  const surprises: unknown[] = [];
  const log: Log = (event, _, cause) => void (event === 'outbox.failed' && surprises.push(cause));
  const dead: string[] = [];
  const stores = {
    workspaces: createWorkspaceStore(table),
    users: createUserStore(table),
    subscriptions: createSubscriptionStore(table),
    links: createAmazonLinkStore({ table, now, newId }),
    grants: createGrantStore(table, now),
    tokens: createTokenStore(table, now),
    outbox: createOutboxStore(table),
    reported: createReportedStore(table, now),
    listDevices: createDeviceList(table),
    triggers: createTriggerStore(table, { now, newId }),
    deviceStory: createDeviceStory(table, now),
    instances: createInstanceStore(table, now),
    moves: createLineMoveStore(table),
    groups: createGroupStore(table),
  };
  const pause = (): Promise<void> => Promise.resolve();
  const tokens: TokenOutcome = { outcome: 'tokens', accessToken: 'renewed', expiresInSeconds: 3600 };
  const amazon: { answer: TokenOutcome; asked: number } = {
    /** What Amazon's token address answers. */
    answer: tokens,
    asked: 0,
  };
  const post = { mails: [] as Mail[], outcomes: [] as MailOutcome[] };
  const renewDeps = {
    ...stores,
    seal: { open: (sealed: string) => Promise.resolve(sealed), seal: (plain: string) => Promise.resolve(plain) },
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
  };
  const tellDeps = {
    ...stores,
    told: stores.grants.told,
    sendMail: (mail: Mail) => {
      const outcome = post.outcomes.shift() ?? 'sent';
      if (outcome === 'sent' || outcome === 'unknown') post.mails.push(mail);
      return Promise.resolve(outcome);
    },
    appUrl: 'https://recado.example',
    log,
  };
  const send = house.sender(stores.tokens.findAccess);
  const sendFor = (workspaceId: number, build: (token: string) => object, deadline: Deadline) =>
    send({ workspaceId }, build, deadline);
  const reportDeps = { ...stores, send, pause, newId, now, log };
  const workDeps = {
    outbox: stores.outbox,
    leases: createLeaseStore(table, now),
    topics: {
      devices: (entries: Parameters<typeof reportDevices>[1], deadline: Deadline) =>
        reportDevices(reportDeps, entries, deadline),
      cleanUp: (entries: Parameters<typeof cleanUp>[1], deadline: Deadline) =>
        cleanUp(
          { ...stores, cleaning: createCleaningStore(table), table, newId, log, now },
          entries,
          deadline,
          cleaningSteps,
        ),
      checkGrant: (entries: Parameters<typeof checkGrant>[1], deadline: Deadline) =>
        checkGrant(renewDeps, entries, deadline),
      closeContact: (entries: Parameters<typeof closeContacts>[1], deadline: Deadline) =>
        closeContacts({ ...stores, runs: createRunStore(table, now), send: sendFor, newId, now }, entries, deadline),
      tellOwner: (entries: Parameters<typeof tellOwner>[1]) => tellOwner(tellDeps, entries),
      groups: (entries: Parameters<typeof leaveGroups>[1], deadline: Deadline) =>
        leaveGroups(stores, entries, deadline),
      line: (entries: Parameters<typeof removeLines>[1], deadline: Deadline) =>
        removeLines({ ...stores, gateways, log, now }, entries, deadline),
      tellLineLost: (entries: Parameters<typeof notifyLineLost>[1]) => notifyLineLost(tellDeps, entries),
    },
    log,
    metrics: (_: unknown, dimensions: Readonly<Record<string, string>>) => void dead.push(dimensions['topic'] ?? ''),
    now,
    newId,
    random: () => 0.5,
  };
  const work = (partition: string, deadline: Deadline) => workOff(workDeps, partition, deadline);
  const scan = async (only: Omit<ScanCommandInput, 'TableName'> = {}) => {
    const found: Record<string, unknown>[] = [];
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      const query = { ...only, TableName: table.name, ConsistentRead: true, ExclusiveStartKey };
      const { Items = [], LastEvaluatedKey } = await table.doc.send(new ScanCommand(query));
      found.push(...Items);
      // A page ends at a megabyte, which the table of a long file has.
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return found;
  };
  /** Asked after every step of long stories on one table, so the table does the choosing. */
  const waiting = () =>
    scan({
      FilterExpression: 'begins_with(sk, :outbox) AND attribute_not_exists(deadAt)',
      ExpressionAttributeValues: { ':outbox': outboxPrefix },
    });

  return {
    ...stores,
    dead,
    amazon,
    post,
    /** What a clock does every half hour. */
    checkGrants: () => checkGrants({ checks: createGrantCheckStore(table), newId, now, log }, deadlineIn(now, minute)),
    workOff: (partition: string) => work(partition, deadlineIn(now, minute)),
    /** What the clock does once a minute. */
    sweep: () =>
      sweep({ outbox: stores.outbox, workOff: work, log, metrics: () => undefined, now }, deadlineIn(now, minute)),
    /** As `sweep`, but the end of a dying process is not swallowed as a failure of one account. */
    async sweepOrCrash(): Promise<void> {
      await this.sweep();
      const crash = surprises.find((cause) => cause instanceof Error && cause.name === 'Crash');
      if (crash) throw crash;
    },
    async addUnreadable(partition: string): Promise<void> {
      const { Put } = outboxPut(table, { topic: 'cleanUp', workspaceId: 1, link: 1 }, { id: newId(), now: now() });
      await table.doc.send(
        new PutCommand({ ...Put, Item: { ...Put.Item, pk: partition, entry: 'of another version' } }),
      );
    },
    /** Sweeps until everything that is not dead is done, moving the clock from try to try. */
    async settle(): Promise<void> {
      for (let round = 0; round < 60; round += 1) {
        await this.sweep();
        if ((await waiting()).length === 0) return;
        clock.advance(31 * minute);
      }
      throw new Error('The outbox does not become empty.', { cause: surprises[0] });
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
      const account = { provider: 'google', subject: userId, name: userId } as const;
      await stores.users.signUp({ account, userId, workspace: { ...workspace, ...token }, now: now() });
    },
    async enableSkill(amazonUserId: string): Promise<void> {
      const workspaceId = (await stores.links.find(amazonUserId))?.workspaceId;
      const tokenExpiresAt = new Date(now().getTime() + 60 * minute);
      const grant = { amazonUserId, sealedAccess: 's', sealedRefresh: 's', tokenExpiresAt, region: 'NA' } as const;
      await stores.grants.accept({ ...grant, workspaceId });
      house.discover(amazonUserId, await discover({ ...stores, log }, amazonUserId));
    },
    link: (userId: string, workspaceId: number, amazonUserId: string) =>
      linkAmazonAccount(stores, {
        userId,
        workspaceId,
        account: { amazonUserId, name: 'Ana', email: 'ana@example.com' },
      }),
    unlink: (userId: string, workspaceId: number) => unlinkAmazon(stores, { userId, workspaceId }),
    deactivate: (userId: string, workspaceId: number) =>
      deactivateWorkspace(
        { ...stores, deactivationWrites: (user, workspace) => deactivationWrites(table.name, user, workspace) },
        { userId, workspaceId },
      ),
    /** What the page says of each trigger, by name. */
    inAlexa: async (workspaceId: number) =>
      Object.fromEntries((await listTriggers(stores, workspaceId)).map(({ name, alexa }) => [name, alexa])),
    resync: (workspaceId: number, triggerId: string) =>
      resyncTrigger({ ...stores, newId, now }, { workspaceId, triggerId }),
    currentWorkspace: (userId: string) => stores.users.currentWorkspaceId(userId),
    /** Trigger names that a person would see. */
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
    /** Undefined when nothing is linked, or the name is taken. */
    async createTrigger(workspaceId: number, name: string): Promise<string | undefined> {
      const workspace = await stores.workspaces.find(workspaceId);
      if (!workspace?.link) return undefined;
      const given = { id: newId(), workspaceId, userId: workspace.userId, name, starter: 'simple-event' } as const;
      const made = await stores.triggers.create({ ...given, description: 'About it' }, workspace.link);
      return typeof made === 'string' ? undefined : made.id;
    },
    /** The trigger at this place of the list, by name; undefined beyond its end. */
    async triggerAt(workspaceId: number, place: number) {
      const link = (await stores.workspaces.find(workspaceId))?.link;
      const list = link ? await stores.triggers.list(workspaceId, link.number) : [];
      const trigger = list.toSorted((one, other) => one.name.localeCompare(other.name))[place];
      return link && trigger && { trigger, link };
    },
  };
}

export type AlexaWorld = ReturnType<typeof alexaWorld>;
