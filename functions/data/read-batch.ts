import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';

import { TableBusy } from '#functions/platform/table-busy.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';

import type { Key } from './keys.ts';
import { pause, pauseMs, type Table } from './table.ts';

type Item = Record<string, unknown>;

/** DynamoDB's limit for one batch. */
const lotSize = 100;
const maxTries = 5;

/** Reads consistently. Returns the items in no particular order. Throws `TableBusy`. */
export async function readBatch(table: Table, keys: readonly Key[], deadline?: Deadline): Promise<Item[]> {
  const found: Item[] = [];
  for (let start = 0; start < keys.length; start += lotSize) {
    found.push(...(await readLot(table, keys.slice(start, start + lotSize), deadline)));
  }
  return found;
}

async function readLot(table: Table, keys: readonly Key[], deadline?: Deadline): Promise<Item[]> {
  const found: Item[] = [];
  let Keys: Item[] = [...keys];
  for (let attempt = 1; ; attempt += 1) {
    const { Responses, UnprocessedKeys }: Answer = await table.doc.send(
      new BatchGetCommand({ RequestItems: { [table.name]: { Keys, ConsistentRead: true } } }),
    );
    found.push(...(Responses?.[table.name] ?? []));
    Keys = UnprocessedKeys?.[table.name]?.Keys ?? [];
    if (Keys.length === 0) return found;
    const wait = pauseMs(attempt);
    if (attempt === maxTries || (deadline && deadline.left() <= wait))
      throw new TableBusy('The table is too busy to be read.');
    await pause(wait);
  }
}

type Answer = {
  Responses?: Record<string, Item[]> | undefined;
  UnprocessedKeys?: Record<string, { Keys: Item[] | undefined }> | undefined;
};
