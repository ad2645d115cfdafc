import { BatchWriteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';

import { TableBusy } from '#functions/platform/table-busy.ts';

import { live } from './items.ts';
import type { Key } from './keys.ts';
import { queryAll } from './query-all.ts';
import { pause, pauseMs, type Table } from './table.ts';

/** An item as it lies in the table, with its key. */
export type StoredItem = Record<string, unknown> & Key;

/** As many as DynamoDB takes at once. */
const lotSize = 25;
const mostTries = 8;

/**
 * Everything in the table, page by page, consistently read; what ran out is left out. For operators alone: it reads, and
 * pays for, the whole table.
 */
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

/** Everything in one partition. */
export async function wholePartition(table: Table, pk: string, now: Date): Promise<StoredItem[]> {
  const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
  const items = await queryAll(table, query);
  return items.flatMap((item) => (isStored(item) && live(item, now) ? [item] : []));
}

/** Deletes these items in this order, a lot at a time; harmless where there are none. */
export async function deleteAll(table: Table, keys: readonly Key[]): Promise<void> {
  for (let start = 0; start < keys.length; start += lotSize) {
    const lot = keys.slice(start, start + lotSize).map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    await writeLot(table, lot);
  }
}

async function writeLot(table: Table, lot: readonly { DeleteRequest: { Key: Key } }[]): Promise<void> {
  let left: NonNullable<ConstructorParameters<typeof BatchWriteCommand>[0]['RequestItems']> = {
    [table.name]: [...lot],
  };
  for (let attempt = 1; ; attempt += 1) {
    const { UnprocessedItems = {} } = await table.doc.send(new BatchWriteCommand({ RequestItems: left }));
    if (Object.keys(UnprocessedItems).length === 0) return;
    if (attempt === mostTries) throw new TableBusy('The table is too busy to be written.');
    left = UnprocessedItems;
    await pause(pauseMs(attempt));
  }
}
