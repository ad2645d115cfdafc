import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { numericId } from '#shared/contracts/fields.ts';
import { knownStatus, type SubscriptionStatus } from '#shared/rules/billing/plans.ts';

import { parseItem, parseItems, type ReportUnreadable } from '../items/parse-item.ts';
import { subscriptionItem, type SubscriptionItem } from '../items/subscription-item.ts';
import { billingPartition, customerKey, subscriptionKey, userKey } from '../keys.ts';
import { outboxPut } from '../outbox/outbox-store.ts';
import { readBatch } from '../read-batch.ts';
import { tableShape } from '../table-shape.ts';
import { conditional, transact, type Table, type TransactItem } from '../table.ts';
import { scheduleSync, type SyncSchedule } from './schedule-sync.ts';
import { findTrialMark, markPut, type TrialMarkItem } from './trial-marks.ts';

export type TrialMark = {
  userId: string;
  subscriptionId: string;

  /** Hashes of the accounts that have no mark yet. */
  accounts: readonly string[];
  at: Date;

  /** This write uses up the user's trial. */
  isFirst: boolean;
};

export type SubscriptionChange = {
  workspaceId: number;
  before: SubscriptionItem;
  after: Omit<SubscriptionItem, 'rev' | 'type'>;
  trial?: TrialMark | undefined;
  /** Queues a check of findings, because the ones to notify the owner of may have changed. */
  look?: { id: string; now: Date } | undefined;
};

const customerItem = z.object({ type: z.literal('customer'), workspaceId: numericId });
const dueItem = z.object({ workspaceId: numericId });
const pageSize = 100;

/** Every write of a whole item checks the revision. */
export function createSubscriptionStore(table: Table, report?: ReportUnreadable) {
  const named = { TableName: table.name };
  const get = async (Key: { pk: string; sk: string }): Promise<unknown> =>
    (await table.doc.send(new GetCommand({ ...named, Key, ConsistentRead: true }))).Item;
  const find = async (workspaceId: number): Promise<SubscriptionItem | undefined> =>
    parseItem(subscriptionItem, await get(subscriptionKey(workspaceId)), report);
  const soon = async (workspaceId: number, look: SyncSchedule): Promise<void> => {
    await conditional(table.doc.send(new UpdateCommand(scheduleSync(table.name, workspaceId, look))));
  };

  return {
    find,

    status: async (workspaceId: number): Promise<SubscriptionStatus> =>
      knownStatus((await find(workspaceId))?.status ?? 'none'),

    /** Returns the statuses of those workspaces that ever had a subscription. */
    async statuses(workspaceIds: readonly number[]): Promise<SubscriptionStatus[]> {
      const items = await readBatch(table, workspaceIds.map(subscriptionKey));
      return parseItems(subscriptionItem, items, report).map(({ status }) => knownStatus(status));
    },

    /** Returns `changed` after a concurrent write, and `trialTaken` if the trial was used in between. */
    async save(change: SubscriptionChange): Promise<'saved' | 'changed' | 'trialTaken'> {
      const done = await transact(table, [
        itemPut(table.name, change),
        ...(change.trial ? trialPuts(table.name, change.trial) : []),
        ...customerPut(table.name, change),
        ...(change.look ? [outboxPut(table, { topic: 'findings', workspaceId: change.workspaceId }, change.look)] : []),
      ]);
      if (done === 'done') return 'saved';
      return change.trial?.isFirst && !done.cancelled[0] && done.cancelled[1] ? 'trialTaken' : 'changed';
    },

    syncSoon: (workspaceId: number, now: Date): Promise<void> => soon(workspaceId, { dueAt: now }),

    askUntil: (workspaceId: number, until: Date): Promise<void> => soon(workspaceId, { askUntil: until }),

    /** Lets one read per `restMs` ask Stripe, whether it succeeds or not. */
    mayAsk: (workspaceId: number, now: Date, restMs: number): Promise<boolean> =>
      conditional(
        table.doc.send(
          new UpdateCommand({
            ...named,
            Key: subscriptionKey(workspaceId),
            UpdateExpression: 'SET askedAt = :now',
            ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(askedAt) OR askedAt <= :before)',
            ExpressionAttributeValues: {
              ':now': now.toISOString(),
              ':before': new Date(now.getTime() - restMs).toISOString(),
            },
          }),
        ),
      ),

    /** Most overdue first. */
    async due(
      now: Date,
      from?: Record<string, unknown>,
    ): Promise<{ workspaceIds: number[]; next?: Record<string, unknown> }> {
      const { Items, LastEvaluatedKey } = await table.doc.send(
        new QueryCommand({
          ...named,
          IndexName: tableShape.dueIndex.name,
          KeyConditionExpression: 'duePk = :due AND dueAt <= :now',
          ExpressionAttributeValues: { ':due': billingPartition, ':now': now.toISOString() },
          Limit: pageSize,
          ...(from && { ExclusiveStartKey: from }),
        }),
      );
      const workspaceIds = parseItems(dueItem, Items, report).map(({ workspaceId }) => workspaceId);
      return LastEvaluatedKey ? { workspaceIds, next: LastEvaluatedKey } : { workspaceIds };
    },

    /** Returns undefined for an unknown customer. */
    workspaceOf: async (customerId: string): Promise<number | undefined> =>
      parseItem(customerItem, await get(customerKey(customerId)), report)?.workspaceId,

    trialMark: (accountHash: string): Promise<TrialMarkItem | undefined> => findTrialMark(table, accountHash),
  };
}

export type SubscriptionStore = ReturnType<typeof createSubscriptionStore>;

function itemPut(TableName: string, { workspaceId, before, after }: SubscriptionChange): TransactItem {
  const { rev } = before;
  return {
    Put: {
      TableName,
      Item: {
        ...subscriptionKey(workspaceId),
        type: 'subscription',
        ...after,
        workspaceId,
        rev: rev + 1,
        ...(after.dueAt !== undefined && { duePk: billingPartition }),
      },
      ConditionExpression: rev === 0 ? 'attribute_not_exists(rev) OR rev = :rev' : 'rev = :rev',
      ExpressionAttributeValues: { ':rev': rev },
    },
  };
}

function trialPuts(TableName: string, { userId, subscriptionId, accounts, at, isFirst }: TrialMark): TransactItem[] {
  const user: TransactItem = {
    Update: {
      TableName,
      Key: userKey(userId),
      UpdateExpression: 'SET trialUsed = :used, trialSubscriptionId = :subscription',
      ConditionExpression: 'attribute_exists(pk) AND trialUsed <> :used',
      ExpressionAttributeValues: { ':used': true, ':subscription': subscriptionId },
    },
  };
  return [...(isFirst ? [user] : []), ...accounts.map((hash) => markPut(TableName, hash, { subscriptionId, at }))];
}

function customerPut(TableName: string, { workspaceId, before, after }: SubscriptionChange): TransactItem[] {
  if (after.customerId === undefined || after.customerId === before.customerId) return [];
  const Item = { ...customerKey(after.customerId), type: 'customer', workspaceId };
  return [{ Put: { TableName, Item } }];
}
