import * as z from 'zod/mini';

import { accountPartition } from '#functions/data/keys.ts';
import {
  accountsOfOthers,
  toDeletionScope,
  findDeletionScope,
  follow,
  isTheirs,
  partitionsOf,
  type DeletionScope,
  type CollectedIds,
} from '#functions/data/people/belongings.ts';
import { isLaterGrant } from '#functions/data/people/grants-of-account.ts';
import type { Table } from '#functions/data/table.ts';
import { wholePartition, wholeTable, type StoredItem } from '#functions/data/whole-table.ts';

export type Belongings = { lead: DeletionScope; items: readonly StoredItem[] };

const owner = z.object({
  type: z.optional(z.string()),
  userId: z.optional(z.string()),
  workspaceId: z.optional(z.number()),
  amazonUserId: z.optional(z.string()),
  subscriptionId: z.optional(z.string()),
});
const stateClue = z.object({ type: z.literal('signInState'), link: z.object({ userId: z.string() }) });
const messageClue = z.object({ firing: z.object({ workspaceId: z.number() }) });

/**
 * Returns all items of a user, from the whole table and from the user's partitions. `known` are the ids that an
 * interrupted deletion has found, `since` is when the first one started.
 */
export async function gather(
  { table, now }: { table: Table; now: () => Date },
  userId: string,
  since: string,
  known?: DeletionScope,
): Promise<Belongings> {
  const mine = await findDeletionScope(table, userId, now(), known);
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
  const goes = (item: StoredItem): boolean =>
    !foreign.has(item.pk) &&
    !isEnablingOf(foreign, item) &&
    isTheirs(item, userId, mine) &&
    !isLaterGrant(item, since, mine);
  return { lead: toDeletionScope(mine), items: [...scattered.values()].filter(goes) };
}

const enablingClue = z.object({ type: z.literal('skillUser'), amazonUserId: z.string() });

/** Keeps the skill user of an account that another user has linked since. */
function isEnablingOf(accounts: ReadonlySet<string>, item: StoredItem): boolean {
  const enabling = enablingClue.safeParse(item).data;
  return enabling !== undefined && accounts.has(accountPartition(enabling.amazonUserId));
}

function isMine(item: StoredItem, userId: string, mine: CollectedIds): boolean {
  const { type, userId: owning, workspaceId, amazonUserId, subscriptionId } = owner.safeParse(item).data ?? {};
  if (owning === userId || stateClue.safeParse(item).data?.link.userId === userId) return true;
  if (workspaceId !== undefined && mine.workspaces.has(workspaceId)) return true;
  if (type === 'trial' && subscriptionId !== undefined && mine.trials.has(subscriptionId)) return true;
  const firedIn = messageClue.safeParse(item).data?.firing.workspaceId;
  if (firedIn !== undefined && mine.workspaces.has(firedIn)) return true;
  return (type === 'lwaToken' || type === 'skillUser') && amazonUserId !== undefined && mine.accounts.has(amazonUserId);
}
