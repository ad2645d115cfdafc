import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';
import { wholeTable } from '#functions/data/whole-table.ts';

import { localClient } from '../local/table/dynamodb.ts';
import { anOperator } from '../support/worlds/an-operator.ts';
import { guests } from './kit/guests.ts';
import { newcomer, settled } from './kit/person.ts';
import { soon } from './kit/soon.ts';

const guest = guests('forget');
let table: Table;
beforeAll(() => {
  const { dynamodbUrl, tableName } = inject('stack');
  table = { doc: DynamoDBDocumentClient.from(localClient(dynamodbUrl)), name: tableName };
});
afterAll(() => table.doc.destroy());

const operator = () => {
  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));
  return anOperator(table, { pause });
};

async function traces(words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const page of wholeTable(table, new Date())) {
    found.push(...page.map((item) => JSON.stringify(item)).filter((text) => words.some((word) => text.includes(word))));
  }
  return found;
}

test('deletes a user on request, also from the home, and allows a new sign-up', async () => {
  const name = guest();
  const maria = await settled(name);
  await maria.execute(maria.trigger.id);
  await expect.poll(async () => (await maria.history(maria.trigger.id)).length, soon).toBe(1);
  const { id: userId } = await maria.whoAmI();
  const { id: workspaceId } = await maria.current();
  const neighbour = await settled(guest());

  const { code, text } = await operator()('forget', `${name}@example.com`, '--yes');
  expect([code, text.includes('is forgotten')]).toEqual([0, true]);
  expect(await traces([userId, String(workspaceId), `${name}@example.com`, maria.trigger.id])).toEqual([]);
  expect((await maria.get('/api/auth/user')).status).toBe(401);
  expect((await fetch(maria.address, { method: 'POST' })).status).toBe(404);
  expect(await maria.home.knows()).toEqual([]);
  expect(await neighbour.home.knows()).toEqual(['Good night']);
  expect(await neighbour.execute(neighbour.trigger.id)).toMatchObject({ success: true });

  const again = await newcomer(name);
  expect((await again.whoAmI()).id).not.toBe(userId);
  expect(await again.triggers()).toEqual([]);
  expect((await again.linkAmazon()).searchParams.get('success')).toBe('true');
});
