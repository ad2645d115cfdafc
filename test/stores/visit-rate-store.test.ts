import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';

import { visitRateKey } from '#functions/data/keys.ts';
import { createVisitRateStore } from '#functions/data/people/visit-rate-store.ts';
import type { Table } from '#functions/data/table.ts';

import { aTable } from '../support/worlds/a-table.ts';

let table: Table;
let visits: ReturnType<typeof createVisitRateStore>;

beforeAll(async () => {
  table = await aTable();
  visits = createVisitRateStore(table);
});

// In 2095, because DynamoDB Local removes expired items by the machine's clock.
const minute = 66_000_000;
const countMany = (placeHash: string, times: number) =>
  Promise.all(Array.from({ length: times }, () => visits.count({ placeHash, minute, max: 30 })));

test('allows thirty of fifty concurrent starts', async () => {
  const answers = await countMany('busy', 50);
  expect(answers.filter((answer) => answer === 'counted')).toHaveLength(30);
});

test('starts at zero for another address and for the next minute', async () => {
  await countMany('full', 30);
  expect(await visits.count({ placeHash: 'full', minute, max: 30 })).toBe('tooMany');
  expect(await visits.count({ placeHash: 'other', minute, max: 30 })).toBe('counted');
  expect(await visits.count({ placeHash: 'full', minute: minute + 1, max: 30 })).toBe('counted');
});

test('expires a count a minute after its own minute', async () => {
  await countMany('short', 1);
  const { Item } = await table.doc.send(new GetCommand({ TableName: table.name, Key: visitRateKey('short', minute) }));
  expect(Item).toMatchObject({ type: 'visitRate', count: 1, expiresAt: (minute + 2) * 60 });
});
