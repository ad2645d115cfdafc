import { BatchWriteItemCommand, type WriteRequest } from '@aws-sdk/client-dynamodb';

import { throwTableBusy } from '#functions/platform/table-busy.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';

import { backOff, type Table } from './table.ts';

/** DynamoDB's limit for one batch. */
const lotSize = 25;
const maxTries = 8;

/** Writes the batches in the given order. Throws `TableBusy`. */
export async function batchWrite(table: Table, requests: readonly WriteRequest[]): Promise<void> {
  for (let start = 0; start < requests.length; start += lotSize) {
    await writeLot(table, requests.slice(start, start + lotSize));
  }
}

async function writeLot(table: Table, lot: WriteRequest[]): Promise<void> {
  let left: Record<string, WriteRequest[]> = { [table.name]: lot };
  const exhausted = throwTableBusy('The table is too busy to be written.');
  await retryOnConflict({ tries: maxTries, between: backOff, exhausted }, async () => {
    const { UnprocessedItems = {} } = await table.doc.send(new BatchWriteItemCommand({ RequestItems: left }));
    left = UnprocessedItems;
    return Object.keys(left).length === 0 ? 'written' : 'conflict';
  });
}
