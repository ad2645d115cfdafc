import { afterAll, beforeAll, expect, test } from 'vitest';

import { localCredentials } from '../local/table/dynamodb.ts';
import type { Home } from './home.ts';
import { billingOperations } from './operations/billing-operations.ts';
import { connectingOperations } from './operations/connecting-operations.ts';
import { executionOperations } from './operations/execution-operations.ts';
import { crashAtEveryWrite } from './operations/operation.ts';
import { peopleOperations } from './operations/people-operations.ts';
import { everythingThatMayDie, exempt } from './operations/what-may-die.ts';

const homes: Home[] = [];
const operations = [...peopleOperations, ...connectingOperations, ...billingOperations, ...executionOperations(homes)];

beforeAll(() => {
  // The product reads its credentials from the environment, as on AWS.
  process.env['AWS_ACCESS_KEY_ID'] = localCredentials.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = localCredentials.secretAccessKey;
});

const lived: { operation: string; deaths: number }[] = [];
afterAll(async () => {
  console.table(lived);
  await Promise.all(homes.map((home) => home.close()));
});

test.each(operations)('completes "$name" wherever its process crashes', async (operation) => {
  const lives = await crashAtEveryWrite(operation);
  lived.push({ operation: operation.name, deaths: lives.length - 1 });
  expect(lives.filter(({ problems }) => problems.length > 0)).toEqual([]);
  expect(lives.length).toBeGreaterThan(1);
});

test('kills every operation that writes, or names the reason for its exemption', () => {
  const covered = new Set(operations.flatMap(({ covers }) => covers));
  const named = [...covered, ...Object.keys(exempt)];
  const all = everythingThatMayDie();
  expect(all.filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name) => !all.includes(name))).toEqual([]);
  expect(Object.keys(exempt).filter((name) => covered.has(name))).toEqual([]);
});

test('includes the seven operations that make several writes', () => {
  for (const operation of ['link', 'unlink', 'deactivate', 'enabling', 'checkout', 'pairing', 'execution']) {
    expect(operations.filter(({ name }) => name.startsWith(operation)).length).toBeGreaterThan(0);
  }
});
