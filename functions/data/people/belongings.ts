import * as z from 'zod/mini';

import { accountHash, providers } from '../items/user-item.ts';
import {
  accountPartition,
  identityKey,
  instancePartition,
  sessionKey,
  trialKey,
  triggerPartition,
  userPartition,
  workspacePartition,
} from '../keys.ts';
import type { Table } from '../table.ts';
import { wholePartition, type StoredItem } from '../whole-table.ts';
import type { Forgetting } from './forgetting-store.ts';

/** Ids that lead to all partitions of a user, stored by a deletion. */
export type DeletionScope = Omit<Forgetting, 'userId' | 'startedAt'>;

/** The same ids as sets, filled item by item. */
export type CollectedIds = {
  workspaces: Set<number>;
  accounts: Set<string>;
  customers: Set<string>;
  instances: Set<number>;
  triggers: Set<string>;
  hashes: Set<string>;
  /** Partitions of identities, sessions and trial marks of sign-ins. */
  signIns: Set<string>;
  /** Stripe subscriptions whose trials are the user's; marks of former accounts name them. */
  trials: Set<string>;
};

const clues = z.object({
  type: z.optional(z.string()),
  workspaceId: z.optional(z.number()),
  amazonUserId: z.optional(z.string()),
  customerId: z.optional(z.string()),
  triggerId: z.optional(z.string()),
  accountHash: z.optional(z.string()),
  phone: z.optional(z.string()),
  trialSubscriptionId: z.optional(z.string()),
  provider: z.optional(z.string()),
  subject: z.optional(z.string()),
});
const workspaceClue = z.object({ link: z.object({ amazonUserId: z.string() }) });
const userClue = z.object({ type: z.literal('user'), signedInWith: providers, subject: z.string() });
const sessionClue = z.object({ type: z.literal('userSession'), idHash: z.string() });
const markClue = z.object({ type: z.literal('trial'), subscriptionId: z.optional(z.string()) });
const named = z.object({ id: z.union([z.string(), z.number()]) });

export const toDeletionScope = (found: CollectedIds): DeletionScope => ({
  workspaceIds: [...found.workspaces],
  amazonUserIds: [...found.accounts],
  customerIds: [...found.customers],
  instanceIds: [...found.instances],
  triggerIds: [...found.triggers],
  accountHashes: [...found.hashes],
});

/** Collects ids from the user's own partitions, starting with the known ones of an interrupted deletion. */
export async function findDeletionScope(
  table: Table,
  userId: string,
  now: Date,
  known?: DeletionScope,
): Promise<CollectedIds> {
  const found: CollectedIds = {
    workspaces: new Set(known?.workspaceIds),
    accounts: new Set(known?.amazonUserIds),
    customers: new Set(known?.customerIds),
    instances: new Set(known?.instanceIds),
    triggers: new Set(known?.triggerIds),
    hashes: new Set(known?.accountHashes),
    signIns: new Set(),
    trials: new Set(),
  };
  for (const item of await wholePartition(table, userPartition(userId), now)) follow(item, found);
  for (const id of found.workspaces) {
    for (const item of await wholePartition(table, workspacePartition(id), now)) follow(item, found);
  }
  return found;
}

export function follow(item: StoredItem, found: CollectedIds): void {
  const { type, workspaceId, amazonUserId, customerId, triggerId, ...clue } = clues.safeParse(item).data ?? {};
  const user = userClue.safeParse(item).data;
  if (user) found.signIns.add(identityKey(user.signedInWith, user.subject).pk);
  if (type === 'membership' && workspaceId !== undefined) found.workspaces.add(workspaceId);
  const session = sessionClue.safeParse(item).data;
  if (session) found.signIns.add(sessionKey(session.idHash).pk);
  const account = workspaceClue.safeParse(item).data?.link.amazonUserId ?? amazonUserId;
  if (account !== undefined) found.accounts.add(account);
  if (customerId !== undefined) found.customers.add(customerId);
  if (type === 'customer') found.customers.add(item.pk.slice('C#'.length));
  if (type === 'instancePointer') found.instances.add(Number(item.pk.slice('N#'.length)));
  const id = named.safeParse(item).data?.id;
  if (type === 'instance' && typeof id === 'number') found.instances.add(id);
  if (type === 'trigger' && typeof id === 'string') found.triggers.add(id);
  if (type === 'run' && triggerId !== undefined) found.triggers.add(triggerId);
  if (clue.accountHash !== undefined) found.signIns.add(trialKey(clue.accountHash).pk);
  if (type === 'instance' && clue.phone !== undefined) found.hashes.add(accountHash('whatsapp', clue.phone));
  // The user item is deleted last, so an interrupted deletion finds it again.
  if (type === 'user' && clue.trialSubscriptionId !== undefined) found.trials.add(clue.trialSubscriptionId);
  if (type === 'identity' && (clue.provider === 'amazon' || clue.provider === 'google') && clue.subject !== undefined) {
    found.signIns.add(trialKey(accountHash(clue.provider, clue.subject)).pk);
    if (clue.provider === 'amazon') found.accounts.add(clue.subject);
  }
}

const linkOfAccount = z.object({ type: z.literal('link'), workspaceId: z.number() });

/** Returns partitions of Amazon accounts that another user's workspace has linked since. */
export async function accountsOfOthers(table: Table, found: CollectedIds, now: Date): Promise<Set<string>> {
  const foreign = new Set<string>();
  for (const account of found.accounts) {
    const pk = accountPartition(account);
    const links = (await wholePartition(table, pk, now)).map((item) => linkOfAccount.safeParse(item).data);
    if (links.some((link) => link && !found.workspaces.has(link.workspaceId))) foreign.add(pk);
    // Trials are marked by the Amazon account as well.
    else found.hashes.add(accountHash('amazon', account));
  }
  return foreign;
}

const identityClue = z.object({ type: z.literal('identity'), userId: z.string() });

/**
 * Whether an item in the user's partitions is theirs. Another user may have signed up with the same account since. A
 * trial mark is theirs if it names one of their trials; older marks name none, and count if they belong to a sign-in.
 */
export function isTheirs(item: StoredItem, userId: string, { trials, signIns }: CollectedIds): boolean {
  const identity = identityClue.safeParse(item).data;
  if (identity) return identity.userId === userId;
  const mark = markClue.safeParse(item).data;
  if (!mark) return true;
  return mark.subscriptionId === undefined ? signIns.has(item.pk) : trials.has(mark.subscriptionId);
}

export const partitionsOf = (userId: string, found: CollectedIds, foreign: ReadonlySet<string>): string[] => {
  const all = [
    userPartition(userId),
    ...found.signIns,
    ...[...found.workspaces].map(workspacePartition),
    ...[...found.instances].map(instancePartition),
    ...[...found.triggers].map(triggerPartition),
    ...[...found.accounts].map(accountPartition),
    ...[...found.hashes].map((hash) => trialKey(hash).pk),
  ];
  return [...new Set(all)].filter((pk) => !foreign.has(pk));
};
