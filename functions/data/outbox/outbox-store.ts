import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { time } from '#shared/contracts/fields.ts';
import { languageCodes } from '#shared/rules/language.ts';
import { lineEnds } from '#shared/rules/line-ends.ts';

import { device } from '../items/device-item.ts';
import { epochSeconds, parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import {
  accountPartition,
  duePartition,
  instancePartition,
  outboxKey,
  outboxPrefix,
  userPartition,
  workspacePartition,
  type Key,
} from '../keys.ts';
import { queryAll } from '../query-all.ts';
import { tableShape } from '../table-shape.ts';
import { isConditionFailed, transact, type Table, type TransactItem } from '../table.ts';

/**
 * `removed` devices are gone from the table, `again` are missing in Alexa, `anew`: just linked. `cleanUp`: items of
 * this link.
 */
const devices = z.object({
  topic: z.literal('devices'),
  amazonUserId: z.string(),
  workspaceId: z.number(),
  link: z.number(),
  removed: z.readonly(z.array(z.string())),
  again: z.optional(z.readonly(z.array(z.string()))),
  anew: z.optional(z.literal(true)),
});

const cleanUp = z.object({
  topic: z.literal('cleanUp'),
  workspaceId: z.number(),
  link: z.number(),
  amazonUserId: z.optional(z.string()),
});

/** `as`: why it is over, should Amazon say that it is. `tellOwner` and `tellLineLost` wait from before `findings`. */
const checkGrant = z.object({
  topic: z.literal('checkGrant'),
  amazonUserId: z.string(),
  /** Absent for a detached grant. */
  workspaceId: z.optional(z.number()),
  as: z.optional(z.literal('skillDisabled')),
  /** Also asks the gateway, which may not know the skill although the permission counts. */
  asks: z.optional(z.literal('gateway')),
});
const ownerNotice = z.object({ topic: z.literal('tellOwner'), amazonUserId: z.string(), workspaceId: z.number() });

/** A mail that the Amazon account of this link is another workspace's now. */
const accountMoved = z.object({ topic: z.literal('accountMoved'), workspaceId: z.number(), link: z.number() });

/** `openSince`: in ms since 1970. */
const closeContact = z.object({
  topic: z.literal('closeContact'),
  workspaceId: z.number(),
  triggerId: z.string(),
  openSince: z.number(),
});

/** `line`: remove this generation. */
const aboutLine = { workspaceId: z.number(), instanceId: z.number(), generation: z.number() };
const line = z.object({
  topic: z.literal('line'),
  ...aboutLine,
  shardId: z.string(),
  lineHash: z.optional(z.string()),
  why: z.string(),
});
const lineLostNotice = z.object({ topic: z.literal('tellLineLost'), ...aboutLine, as: z.enum(lineEnds) });

/** A look at what is broken in a workspace, which tells its owner of what is new. */
const findings = z.object({ topic: z.literal('findings'), workspaceId: z.number() });

/** One mail to an owner about what is new in all their workspaces. */
const mailFindings = z.object({ topic: z.literal('mailFindings'), userId: z.string(), workspaceId: z.number() });

/** Links of a shared number, up to this generation. */
const groups = z.object({ topic: z.literal('groups'), workspaceId: z.number(), generation: z.number() });

/** A command in a group that carries ☑, whose run is closed. */
const lateAnswer = z.object({
  topic: z.literal('lateAnswer'),
  workspaceId: z.number(),
  instanceId: z.number(),
  messageId: z.string(),
  triggerId: z.string(),
  /** When its channel was entered. */
  at: z.iso.datetime(),
  closedAt: z.iso.datetime(),
  executionId: z.string(),
});

/** An e-mail about the account's deletion. Holds the address, as the account may be gone. */
const deletionNotice = z.object({
  topic: z.literal('tellDeletion'),
  userId: z.string(),
  workspaceId: z.number(),
  as: z.enum(['planned', 'done']),
  dueAt: time,
  email: z.string(),
  language: z.enum(languageCodes),
});

/** A sign-in to mail about. */
const newDevice = z.extend(device, {
  topic: z.literal('newDevice'),
  userId: z.string(),
  at: z.iso.datetime(),
  language: z.optional(z.enum(languageCodes)),
});

/** Waiting items hold their topic, so none is renamed. */
const outboxEntry = z.discriminatedUnion('topic', [
  devices,
  cleanUp,
  checkGrant,
  ownerNotice,
  accountMoved,
  closeContact,
  line,
  lineLostNotice,
  groups,
  findings,
  mailFindings,
  lateAnswer,
  deletionNotice,
  newDevice,
]);

export type OutboxEntry = z.output<typeof outboxEntry>;

/** A dead item stays, without `dueAt`. */
export const outboxItem = z.object({
  pk: z.string(),
  sk: z.string(),
  type: z.literal('outbox'),
  entry: outboxEntry,
  createdAt: z.iso.datetime(),
  attempts: z.number(),
  dueAt: z.optional(z.iso.datetime()),
  deadAt: z.optional(z.iso.datetime()),
  lastFailure: z.optional(z.string()),
});

export type OutboxItem = z.output<typeof outboxItem>;

/** For the log. */
export const subjectOf = (entry: OutboxEntry): { workspaceId?: number | undefined } | { userId: string } =>
  entry.topic === 'newDevice' ? { userId: entry.userId } : { workspaceId: entry.workspaceId };

function partitionOf(entry: OutboxEntry): string {
  if ('userId' in entry) return userPartition(entry.userId);
  // So that a slow gateway delays only its own lines.
  if ('instanceId' in entry) return instancePartition(entry.instanceId);
  const isOfAccount = entry.topic === 'devices' || entry.topic === 'checkGrant' || entry.topic === 'tellOwner';
  return isOfAccount ? accountPartition(entry.amazonUserId) : workspacePartition(entry.workspaceId);
}

const addressSeconds = 86_400;

/** It is tried at once, or not before `dueAt`. */
type Made = { id: string; now: Date; dueAt?: Date };

export function outboxPut(table: { name: string }, entry: OutboxEntry, made: Made) {
  const at = made.now.toISOString();
  const item = {
    ...outboxKey(partitionOf(entry), at, made.id),
    type: 'outbox',
    entry,
    createdAt: at,
    attempts: 0,
    duePk: duePartition,
    dueAt: made.dueAt?.toISOString() ?? at,
    // An address must not stay when nothing takes the mail.
    ...(entry.topic === 'tellDeletion' && { expiresAt: epochSeconds(made.now) + addressSeconds }),
  };
  return { Put: { TableName: table.name, Item: item } };
}

/** `unreadable`: of another version. */
export type Pending = { items: OutboxItem[]; unreadable: Key[] };

/** DynamoDB's limit. */
const writesPerTransaction = 100;
const duePageSize = 200;

const dueOnly = z.object({ dueAt: z.iso.datetime() });
const keyOnly = z.object({ pk: z.string(), sk: z.string() });

export function createOutboxStore(table: Table, report?: ReportUnreadable) {
  const named = { TableName: table.name };
  const changeDue = async ({ pk, sk }: Key, expression: string, values: Record<string, unknown>): Promise<void> => {
    const command = new UpdateCommand({
      ...named,
      Key: { pk, sk },
      UpdateExpression: expression,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: values,
    });
    await table.doc.send(command).catch((error: unknown) => {
      if (!isConditionFailed(error)) throw error;
    });
  };

  return {
    /** `changed`: by `also`. */
    async add(entry: OutboxEntry, made: Made, also: readonly TransactItem[]): Promise<'done' | 'changed'> {
      return (await transact(table, [...also, outboxPut(table, entry, made)])) === 'done' ? 'done' : 'changed';
    },

    async pending(partition: string): Promise<Pending> {
      const found: Pending = { items: [], unreadable: [] };
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': partition, ':prefix': outboxPrefix },
      });
      for (const item of items) {
        const parsed = parseItem(outboxItem, item, report);
        if (parsed) found.items.push(parsed);
        else if (item['deadAt'] === undefined) found.unreadable.push(keyOnly.parse(item));
      }
      return found;
    },

    /** Longest due first. */
    async due(
      now: Date,
      from?: Record<string, unknown>,
    ): Promise<{ partitions: string[]; items: number; since?: Date; next?: Record<string, unknown> }> {
      const { Items = [], LastEvaluatedKey } = await table.doc.send(
        new QueryCommand({
          ...named,
          IndexName: tableShape.dueIndex.name,
          KeyConditionExpression: 'duePk = :outbox AND dueAt <= :now',
          ExpressionAttributeValues: { ':outbox': duePartition, ':now': now.toISOString() },
          ...(from && { ExclusiveStartKey: from }),
          Limit: duePageSize,
        }),
      );
      const partitions = [...new Set(Items.map((item) => keyOnly.parse(item).pk))];
      const { dueAt } = dueOnly.safeParse(Items[0]).data ?? {};
      return {
        partitions,
        items: Items.length,
        ...(dueAt !== undefined && { since: new Date(dueAt) }),
        ...(LastEvaluatedKey && { next: LastEvaluatedKey }),
      };
    },

    /** `changed`: by `also`. */
    async complete(items: readonly Key[], also: readonly TransactItem[]): Promise<'done' | 'changed'> {
      const writes = [...also, ...items.map(({ pk, sk }) => ({ Delete: { ...named, Key: { pk, sk } } }))];
      for (let start = 0; start < writes.length; start += writesPerTransaction) {
        if ((await transact(table, writes.slice(start, start + writesPerTransaction))) !== 'done') return 'changed';
      }
      return 'done';
    },

    postpone: (key: Key, next: { dueAt: Date; attempts: number; failure: string }) =>
      changeDue(key, 'SET dueAt = :dueAt, attempts = :attempts, lastFailure = :failure', {
        ':dueAt': next.dueAt.toISOString(),
        ':attempts': next.attempts,
        ':failure': next.failure,
      }),

    bury: (key: Key, end: { now: Date; failure: string }) =>
      changeDue(key, 'SET deadAt = :now, lastFailure = :failure REMOVE duePk, dueAt', {
        ':now': end.now.toISOString(),
        ':failure': end.failure,
      }),
  };
}

export type OutboxStore = ReturnType<typeof createOutboxStore>;
