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

/** Reports devices to Alexa. */
const devices = z.object({
  topic: z.literal('devices'),
  amazonUserId: z.string(),
  workspaceId: z.number(),
  link: z.number(),
  /** Devices that were deleted from the table. */
  removed: z.readonly(z.array(z.string())),
  /** Devices that Alexa lacks. */
  again: z.optional(z.readonly(z.array(z.string()))),
  /** The account was just linked. */
  anew: z.optional(z.literal(true)),
});

/** Deletes the items of an ended link. */
const cleanUp = z.object({
  topic: z.literal('cleanUp'),
  workspaceId: z.number(),
  link: z.number(),
  amazonUserId: z.optional(z.string()),
});

const checkGrant = z.object({
  topic: z.literal('checkGrant'),
  amazonUserId: z.string(),
  /** Absent for a detached grant. */
  workspaceId: z.optional(z.number()),
  /** The reason to store if Amazon confirms that the grant ended. */
  as: z.optional(z.literal('skillDisabled')),
  /** Also asks the gateway, which may not know the skill although the token is valid. */
  asks: z.optional(z.literal('gateway')),
});

/** Not written any more; entries of the version before `findings` may be pending. */
const ownerNotice = z.object({ topic: z.literal('tellOwner'), amazonUserId: z.string(), workspaceId: z.number() });

/** Mails the owner that the Amazon account of this link was moved to another workspace. */
const accountMoved = z.object({ topic: z.literal('accountMoved'), workspaceId: z.number(), link: z.number() });

const closeContact = z.object({
  topic: z.literal('closeContact'),
  workspaceId: z.number(),
  triggerId: z.string(),
  /** In milliseconds since 1970. */
  openSince: z.number(),
});

const aboutLine = { workspaceId: z.number(), instanceId: z.number(), generation: z.number() };

/** Removes this generation of a line. */
const line = z.object({
  topic: z.literal('line'),
  ...aboutLine,
  shardId: z.string(),
  lineHash: z.optional(z.string()),
  why: z.string(),
});

/** Not written any more; entries of the version before `findings` may be pending. */
const lineLostNotice = z.object({ topic: z.literal('tellLineLost'), ...aboutLine, as: z.enum(lineEnds) });

/** Checks what is broken in a workspace, and notifies its owner of new findings. */
const findings = z.object({ topic: z.literal('findings'), workspaceId: z.number() });

/** Mails an owner about the new findings in all their workspaces. */
const mailFindings = z.object({ topic: z.literal('mailFindings'), userId: z.string(), workspaceId: z.number() });

/** Removes group links of a shared number, up to this generation. */
const groups = z.object({ topic: z.literal('groups'), workspaceId: z.number(), generation: z.number() });

/** Answers a command in a group that shows ☑, whose run is closed. */
const lateAnswer = z.object({
  topic: z.literal('lateAnswer'),
  workspaceId: z.number(),
  instanceId: z.number(),
  messageId: z.string(),
  triggerId: z.string(),
  /** When the message arrived. */
  at: z.iso.datetime(),
  closedAt: z.iso.datetime(),
  executionId: z.string(),
});

/** Mails about the deletion of an account. Holds the address, because the account may be deleted by then. */
const deletionNotice = z.object({
  topic: z.literal('tellDeletion'),
  userId: z.string(),
  workspaceId: z.number(),
  as: z.enum(['planned', 'done']),
  dueAt: time,
  email: z.string(),
  language: z.enum(languageCodes),
});

/** Mails about a sign-in from a new device. */
const newDevice = z.extend(device, {
  topic: z.literal('newDevice'),
  userId: z.string(),
  at: z.iso.datetime(),
  language: z.optional(z.enum(languageCodes)),
});

/** Pending items store their topic, so do not rename one. */
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

/** A dead item is kept without `dueAt`. */
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

/** Fields for the log. */
export const subjectOf = (entry: OutboxEntry): { workspaceId?: number | undefined } | { userId: string } =>
  entry.topic === 'newDevice' ? { userId: entry.userId } : { workspaceId: entry.workspaceId };

function partitionOf(entry: OutboxEntry): string {
  if ('userId' in entry) return userPartition(entry.userId);
  // One partition per instance, so that a slow gateway delays only its own lines.
  if ('instanceId' in entry) return instancePartition(entry.instanceId);
  const isOfAccount = entry.topic === 'devices' || entry.topic === 'checkGrant' || entry.topic === 'tellOwner';
  return isOfAccount ? accountPartition(entry.amazonUserId) : workspacePartition(entry.workspaceId);
}

const addressSeconds = 86_400;

type Made = {
  id: string;
  now: Date;
  /** Not tried before this time; at once if absent. */
  dueAt?: Date;
};

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
    // Delete the address if the mail is never sent.
    ...(entry.topic === 'tellDeletion' && { expiresAt: epochSeconds(made.now) + addressSeconds }),
  };
  return { Put: { TableName: table.name, Item: item } };
}

export type Pending = {
  items: OutboxItem[];
  /** Written by another version. */
  unreadable: Key[];
};

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
    /** Returns `changed` if a condition in `also` failed. */
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

    /** Most overdue first. */
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

    /** Returns `changed` if a condition in `also` failed. */
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
