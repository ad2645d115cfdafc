import * as z from 'zod/mini';

import {
  accountPartition,
  instancePartition,
  trialKey,
  triggerPartition,
  userPartition,
  workspacePartition,
} from '#functions/data/keys.ts';
import type { Forgetting } from '#functions/data/people/forgetting-store.ts';
import { accountHash } from '#functions/data/people/user-store.ts';
import { wholePartition, wholeTable, type StoredItem } from '#functions/data/whole-table.ts';

import type { Operator } from '../operator.ts';

type Lead = Omit<Forgetting, 'userId' | 'startedAt'>;

export type Belongings = { lead: Lead; items: readonly StoredItem[] };

const clues = z.object({
  type: z.optional(z.string()),
  userId: z.optional(z.string()),
  workspaceId: z.optional(z.number()),
  amazonUserId: z.optional(z.string()),
  customerId: z.optional(z.string()),
  triggerId: z.optional(z.string()),
  accountHash: z.optional(z.string()),
  provider: z.optional(z.string()),
  subject: z.optional(z.string()),
});
const workspaceClue = z.object({ link: z.object({ amazonUserId: z.string() }) });
const stateClue = z.object({ type: z.literal('signInState'), link: z.object({ userId: z.string() }) });
const messageClue = z.object({ firing: z.object({ workspaceId: z.number() }) });
const named = z.object({ id: z.union([z.string(), z.number()]) });

/**
 * Reads the whole table for items that name the user, and all partitions of theirs; `known` is the lead of an
 * interrupted run.
 */
export async function gather(
  { table, now }: Pick<Operator, 'table' | 'now'>,
  userId: string,
  known?: Lead,
): Promise<Belongings> {
  const mine = await leadOf(table, userId, now(), known);
  const scattered = new Map<string, StoredItem>();
  const keep = (item: StoredItem): void => void scattered.set(`${item.pk} ${item.sk}`, item);
  for await (const page of wholeTable(table, now())) {
    for (const item of page) {
      if (!isMine(item, userId, mine)) continue;
      keep(item);
      follow(item, mine);
    }
  }
  const foreign = await accountsOfOthers(table, mine, now());
  for (const pk of partitionsOf(userId, mine, foreign)) {
    for (const item of await wholePartition(table, pk, now())) keep(item);
  }
  const lead = asLead(mine);
  return { lead, items: [...scattered.values()].filter(({ pk }) => !foreign.has(pk)) };
}

type Mine = {
  workspaces: Set<number>;
  accounts: Set<string>;
  customers: Set<string>;
  instances: Set<number>;
  triggers: Set<string>;
  hashes: Set<string>;
};

const asLead = (mine: Mine): Lead => ({
  workspaceIds: [...mine.workspaces],
  amazonUserIds: [...mine.accounts],
  customerIds: [...mine.customers],
  instanceIds: [...mine.instances],
  triggerIds: [...mine.triggers],
  accountHashes: [...mine.hashes],
});

async function leadOf(table: Operator['table'], userId: string, now: Date, known?: Lead): Promise<Mine> {
  const mine: Mine = {
    workspaces: new Set(known?.workspaceIds),
    accounts: new Set(known?.amazonUserIds),
    customers: new Set(known?.customerIds),
    instances: new Set(known?.instanceIds),
    triggers: new Set(known?.triggerIds),
    hashes: new Set(known?.accountHashes),
  };
  for (const item of await wholePartition(table, userPartition(userId), now)) follow(item, mine);
  for (const id of mine.workspaces) {
    for (const item of await wholePartition(table, workspacePartition(id), now)) follow(item, mine);
  }
  return mine;
}

function follow(item: StoredItem, mine: Mine): void {
  const { type, workspaceId, amazonUserId, customerId, triggerId, ...clue } = clues.safeParse(item).data ?? {};
  if (type === 'membership' && workspaceId !== undefined) mine.workspaces.add(workspaceId);
  const account = workspaceClue.safeParse(item).data?.link.amazonUserId ?? amazonUserId;
  if (account !== undefined) mine.accounts.add(account);
  if (customerId !== undefined) mine.customers.add(customerId);
  if (type === 'customer') mine.customers.add(item.pk.slice('C#'.length));
  if (type === 'instancePointer') mine.instances.add(Number(item.pk.slice('N#'.length)));
  const id = named.safeParse(item).data?.id;
  if (type === 'instance' && typeof id === 'number') mine.instances.add(id);
  if (type === 'trigger' && typeof id === 'string') mine.triggers.add(id);
  if (type === 'run' && triggerId !== undefined) mine.triggers.add(triggerId);
  if (clue.accountHash !== undefined) mine.hashes.add(clue.accountHash);
  if (type === 'identity' && (clue.provider === 'amazon' || clue.provider === 'google') && clue.subject !== undefined) {
    mine.hashes.add(accountHash(clue.provider, clue.subject));
    if (clue.provider === 'amazon') mine.accounts.add(clue.subject);
  }
}

function isMine(item: StoredItem, userId: string, mine: Mine): boolean {
  const { type, userId: owner, workspaceId, amazonUserId } = clues.safeParse(item).data ?? {};
  if (owner === userId || stateClue.safeParse(item).data?.link.userId === userId) return true;
  if (workspaceId !== undefined && mine.workspaces.has(workspaceId)) return true;
  const firedIn = messageClue.safeParse(item).data?.firing.workspaceId;
  if (firedIn !== undefined && mine.workspaces.has(firedIn)) return true;
  return type === 'lwaToken' && amazonUserId !== undefined && mine.accounts.has(amazonUserId);
}

const linkOfAccount = z.object({ type: z.literal('link'), workspaceId: z.number() });

/** Amazon accounts that another person's workspace has linked since. */
async function accountsOfOthers(table: Operator['table'], mine: Mine, now: Date): Promise<Set<string>> {
  const foreign = new Set<string>();
  for (const account of mine.accounts) {
    const pk = accountPartition(account);
    const links = (await wholePartition(table, pk, now)).map((item) => linkOfAccount.safeParse(item).data);
    if (links.some((link) => link && !mine.workspaces.has(link.workspaceId))) foreign.add(pk);
    // A trial is marked by the account, too.
    else mine.hashes.add(accountHash('amazon', account));
  }
  return foreign;
}

const partitionsOf = (userId: string, mine: Mine, foreign: ReadonlySet<string>): string[] =>
  [
    userPartition(userId),
    ...[...mine.workspaces].map(workspacePartition),
    ...[...mine.instances].map(instancePartition),
    ...[...mine.triggers].map(triggerPartition),
    ...[...mine.accounts].map(accountPartition),
    ...[...mine.hashes].map((hash) => trialKey(hash).pk),
  ].filter((pk) => !foreign.has(pk));
