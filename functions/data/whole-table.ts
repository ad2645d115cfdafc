import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';

import { batchWrite } from './batch-write.ts';
import { live } from './items/parse-item.ts';
import type { Key } from './keys.ts';
import type { Table } from './table.ts';

export type StoredItem = Record<string, unknown> & Key;

type Page = { items: StoredItem[]; next: Key | undefined };
type Read = (start: { ExclusiveStartKey?: Key }) => Promise<{
  Items?: Record<string, unknown>[] | undefined;
  LastEvaluatedKey?: Record<string, unknown> | undefined;
}>;

async function* pagesOf(read: Read, now: Date, from?: Key): AsyncGenerator<Page> {
  let next = from;
  do {
    const { Items = [], LastEvaluatedKey } = await read(next ? { ExclusiveStartKey: next } : {});
    next = LastEvaluatedKey && isStored(LastEvaluatedKey) ? LastEvaluatedKey : undefined;
    yield { items: Items.flatMap((item) => (isStored(item) && live(item, now) ? [item] : [])), next };
  } while (next);
}

const isStored = (item: Record<string, unknown>): item is StoredItem =>
  typeof item['pk'] === 'string' && typeof item['sk'] === 'string';

/** For operators only: a scan costs reads for the whole table. */
export async function* wholeTable({ doc, name }: Table, now: Date): AsyncGenerator<StoredItem[]> {
  const read: Read = (start) => doc.send(new ScanCommand({ TableName: name, ConsistentRead: true, ...start }));
  for await (const { items } of pagesOf(read, now)) yield items;
}

/** Yields pages of up to 1 MB. Pass `next` as `from` to continue. */
export function partitionPages({ doc, name }: Table, pk: string, now: Date, from?: Key): AsyncGenerator<Page> {
  const query = {
    TableName: name,
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
  };
  return pagesOf((start) => doc.send(new QueryCommand({ ...query, ...start })), now, from);
}

export async function wholePartition(table: Table, pk: string, now: Date): Promise<StoredItem[]> {
  const found: StoredItem[] = [];
  for await (const { items } of partitionPages(table, pk, now)) found.push(...items);
  return found;
}

export const deleteAll = (table: Table, keys: readonly Key[]): Promise<void> =>
  batchWrite(
    table,
    keys.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk: { S: pk }, sk: { S: sk } } } })),
  );
