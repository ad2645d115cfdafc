import { ScanCommand } from '@aws-sdk/lib-dynamodb';

import { batchWrite } from './batch-write.ts';
import { live } from './items.ts';
import type { Key } from './keys.ts';
import { queryAll } from './query-all.ts';
import type { Table } from './table.ts';

export type StoredItem = Record<string, unknown> & Key;

/** For operators: it pays for the whole table. */
export async function* wholeTable(table: Table, now: Date): AsyncGenerator<StoredItem[]> {
  let from: Record<string, unknown> | undefined;
  do {
    const page = await table.doc.send(
      new ScanCommand({
        TableName: table.name,
        ConsistentRead: true,
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    yield (page.Items ?? []).flatMap((item) => (isStored(item) && live(item, now) ? [item] : []));
    from = page.LastEvaluatedKey;
  } while (from);
}

const isStored = (item: Record<string, unknown>): item is StoredItem =>
  typeof item['pk'] === 'string' && typeof item['sk'] === 'string';

export async function wholePartition(table: Table, pk: string, now: Date): Promise<StoredItem[]> {
  const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
  const items = await queryAll(table, query);
  return items.flatMap((item) => (isStored(item) && live(item, now) ? [item] : []));
}

export const deleteAll = (table: Table, keys: readonly Key[]): Promise<void> =>
  batchWrite(
    table,
    keys.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk: { S: pk }, sk: { S: sk } } } })),
  );
