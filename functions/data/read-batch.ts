import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';

import { TableBusy } from '#functions/platform/table-busy.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import { realWaiting, retryTransient, Transient } from '#functions/platform/time/retry.ts';

import type { Key } from './keys.ts';
import { firstPauseMs, type Table } from './table.ts';

type Item = Record<string, unknown>;

/** DynamoDB's limit for one batch. */
const lotSize = 100;

/** Reads consistently. Returns the items in no particular order. Throws `TableBusy`. */
export async function readBatch(table: Table, keys: readonly Key[], deadline?: Deadline): Promise<Item[]> {
  const found: Item[] = [];
  for (let start = 0; start < keys.length; start += lotSize) {
    found.push(...(await readLot(table, keys.slice(start, start + lotSize), deadline)));
  }
  return found;
}

async function readLot(
  { doc, name, waiting = realWaiting }: Table,
  keys: readonly Key[],
  deadline?: Deadline,
): Promise<Item[]> {
  const found: Item[] = [];
  let Keys: Item[] = [...keys];
  return retryTransient(waiting, { tries: 5, firstPauseMs, deadline }, async () => {
    const { Responses, UnprocessedKeys } = await doc.send(
      new BatchGetCommand({ RequestItems: { [name]: { Keys, ConsistentRead: true } } }),
    );
    found.push(...(Responses?.[name] ?? []));
    Keys = UnprocessedKeys?.[name]?.Keys ?? [];
    return Keys.length === 0 ? found : new Transient(new TableBusy('The table is too busy to be read.'));
  });
}
