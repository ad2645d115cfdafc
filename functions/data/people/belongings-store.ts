import { QueryCommand } from '@aws-sdk/lib-dynamodb';

import { live } from '../items.ts';
import type { Key } from '../keys.ts';
import type { Table } from '../table.ts';
import type { StoredItem } from '../whole-table.ts';
import { accountsOfOthers, findLead, isTheirs, partitionsOf } from './belongings.ts';

export type BelongingsPage = { items: readonly StoredItem[]; next?: Key };

/** By the person's own keys, which do not lead to runs of deleted triggers. */
export function createBelongingsStore(table: Table, now: () => Date) {
  return {
    /** Ends after the read (1 MB at most) that made it enough. Undefined when `from` leads to nothing of theirs. */
    async page(
      userId: string,
      from: Key | undefined,
      isEnough: (bytes: number) => boolean,
    ): Promise<BelongingsPage | undefined> {
      const found = await findLead(table, userId, now());
      const all = partitionsOf(userId, found, await accountsOfOthers(table, found, now()));
      const start = from === undefined ? 0 : all.indexOf(from.pk);
      if (start === -1) return undefined;
      const items: StoredItem[] = [];
      let bytes = 0;
      let at: Key | undefined = from?.sk === '' ? undefined : from;
      for (const [index, pk] of all.slice(start).entries()) {
        do {
          const read = await readOnce(table, pk, at);
          items.push(...read.items.filter((item) => live(item, now()) && isTheirs(item, found)));
          bytes += JSON.stringify(read.items).length;
          at = read.next;
          const following = all[start + index + 1];
          const next = at ?? (following === undefined ? undefined : { pk: following, sk: '' });
          if (next && isEnough(bytes)) return { items, next };
        } while (at);
      }
      return { items };
    },
  };
}

export type BelongingsStore = ReturnType<typeof createBelongingsStore>;

async function readOnce(table: Table, pk: string, from: Key | undefined): Promise<{ items: StoredItem[]; next?: Key }> {
  const { Items = [], LastEvaluatedKey } = await table.doc.send(
    new QueryCommand({
      TableName: table.name,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ...(from && { ExclusiveStartKey: { pk: from.pk, sk: from.sk } }),
    }),
  );
  const sk: unknown = LastEvaluatedKey?.['sk'];
  const items = Items.flatMap((item) => (typeof item['sk'] === 'string' ? [{ ...item, pk, sk: item['sk'] }] : []));
  return { items, ...(typeof sk === 'string' && { next: { pk, sk } }) };
}
