import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { time } from '#shared/contracts/fields.ts';
import { knownStatus } from '#shared/rules/billing/plans.ts';
import { isMarkOf } from '#shared/rules/billing/trial.ts';

import { parseItem } from '../items/parse-item.ts';
import { subscriptionItem } from '../items/subscription-item.ts';
import { subscriptionKey, trialKey, type Key } from '../keys.ts';
import type { Table, TransactItem } from '../table.ts';
import { scheduleSync } from './schedule-sync.ts';

export const trialMark = z.object({
  type: z.literal('trial'),
  usedAt: time,
  /** Stripe's id; missing in older marks. */
  subscriptionId: z.optional(z.string()),
});

export type TrialMarkItem = z.output<typeof trialMark>;

/** Also finds marks of accounts that no longer belong to a user. */
export async function findTrialMark(table: Table, accountHash: string): Promise<TrialMarkItem | undefined> {
  return parseItem(trialMark, await get(table, trialKey(accountHash)));
}

async function get(table: Table, Key: Key): Promise<unknown> {
  const { Item } = await table.doc.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }));
  return Item;
}

/** Never overwrites the mark of another trial. */
export const markPut = (
  TableName: string,
  accountHash: string,
  { subscriptionId, at }: { subscriptionId: string; at: Date },
): TransactItem => ({
  Put: {
    TableName,
    Item: { ...trialKey(accountHash), type: 'trial', usedAt: at.toISOString(), subscriptionId },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

const hourMs = 60 * 60_000;

/**
 * Returns writes for the transaction that connects an account to a workspace: none without a running trial. Otherwise
 * it marks the account, or makes the subscription due if the account had another trial: the sync ends this one.
 */
export async function trialWrites(
  table: Table,
  { workspaceId, accountHash, now }: { workspaceId: number; accountHash: string; now: Date },
): Promise<TransactItem[]> {
  const item = parseItem(subscriptionItem, await get(table, subscriptionKey(workspaceId)));
  const { subscriptionId, currentPeriodStart: startedAt } = item ?? {};
  if (!item || knownStatus(item.status) !== 'trialing' || subscriptionId === undefined) return [];
  const mark = await findTrialMark(table, accountHash);
  if (!mark) return [markPut(table.name, accountHash, { subscriptionId, at: now })];
  if (isMarkOf(mark, { subscriptionId, startedAt: startedAt ?? '' })) return [];
  const askUntil = new Date(now.getTime() + hourMs);
  return [{ Update: scheduleSync(table.name, workspaceId, { dueAt: now, askUntil }) }];
}
