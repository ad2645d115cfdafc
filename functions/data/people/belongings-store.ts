import type { Key } from '../keys.ts';
import type { Table } from '../table.ts';
import { partitionPages, type StoredItem } from '../whole-table.ts';
import { accountsOfOthers, findDeletionScope, isTheirs, partitionsOf } from './belongings.ts';

export type BelongingsPage = { items: readonly StoredItem[]; next?: Key };

/** Pages through the items of a user, found by the user's own keys. These do not lead to runs of deleted triggers. */
export function createBelongingsStore(table: Table, now: () => Date) {
  return {
    /**
     * Stops after the page (1 MB at most) that reaches the limit. Returns undefined if `from` is not in the user's
     * partitions.
     */
    async page(
      userId: string,
      from: Key | undefined,
      isEnough: (bytes: number) => boolean,
    ): Promise<BelongingsPage | undefined> {
      const found = await findDeletionScope(table, userId, now());
      const all = partitionsOf(userId, found, await accountsOfOthers(table, found, now()));
      const start = from === undefined ? 0 : all.indexOf(from.pk);
      if (start === -1) return undefined;
      const items: StoredItem[] = [];
      let bytes = 0;
      let at: Key | undefined = from?.sk === '' ? undefined : from;
      for (const [index, pk] of all.slice(start).entries()) {
        for await (const page of partitionPages(table, pk, now(), at)) {
          items.push(...page.items.filter((item) => isTheirs(item, userId, found)));
          bytes += JSON.stringify(page.items).length;
          const following = all[start + index + 1];
          const next = page.next ?? (following === undefined ? undefined : { pk: following, sk: '' });
          if (next && isEnough(bytes)) return { items, next };
        }
        at = undefined;
      }
      return { items };
    },
  };
}

export type BelongingsStore = ReturnType<typeof createBelongingsStore>;
