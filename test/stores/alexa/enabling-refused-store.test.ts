import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';

import { createEnablingRefusedStore, type EnablingRefusedStore } from '#functions/data/alexa/enabling-refused-store.ts';
import type { UnreadableItem } from '#functions/data/items/parse-item.ts';
import { refusedAccountsKey, refusedStageKey } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';

import { aTable } from '../../support/worlds/a-table.ts';
import { aClock } from '../../support/worlds/alexa-world.ts';

const clock = aClock();
const minute = 60_000;
const day = 24 * 60 * minute;
let table: Table;
let store: EnablingRefusedStore;
let unreadable: UnreadableItem[];

beforeEach(async () => {
  table = await aTable();
  unreadable = [];
  store = storeOf();
});

/** The store as the product uses it with this skill and client. */
const storeOf = ({ skill = 'skill-1 live', clientId = 'client-1' } = {}): EnablingRefusedStore =>
  createEnablingRefusedStore(
    table,
    clock.now,
    { skill, clientId: () => Promise.resolve(clientId) },
    (item) => void unreadable.push(item),
  );

async function refuse(...accounts: string[]): Promise<string[]> {
  const noted: string[] = [];
  for (const account of accounts) noted.push(await store.note('account', account));
  return noted;
}

test('refuses no user while no refusal is stored', async () => {
  expect(await store.isStopped()).toBe(false);
});

test('allows every request while no refusal is stored', async () => {
  expect([await store.mayAsk(), await store.mayAsk()]).toEqual([true, true]);
});

describe('a refusal that users cannot cause', () => {
  test('takes effect at once, for a week', async () => {
    expect(await store.note('stage', 'ana')).toBe('stopped');
    clock.advance(7 * day - minute);
    expect(await store.isStopped()).toBe(true);
    clock.advance(minute);
    expect(await store.isStopped()).toBe(false);
  });

  test('takes effect for another week when the next user is refused', async () => {
    await store.note('stage', 'ana');
    clock.advance(6 * day);
    expect(await store.note('stage', 'bia')).toBe('stopped');
    clock.advance(6 * day);
    expect(await store.isStopped()).toBe(true);
  });

  test('ends with a success, and can take effect again soon after', async () => {
    await store.note('stage', 'ana');
    await store.succeeded();
    expect(await store.isStopped()).toBe(false);
    expect(await store.note('stage', 'ana')).toBe('stopped');
    expect(await store.isStopped()).toBe(true);
  });

  test('takes effect for no other skill or stage, and for an operator in any case', async () => {
    await store.note('stage', 'ana');
    for (const skill of ['skill-2 live', 'skill-1 development']) {
      expect(await storeOf({ skill }).isStopped()).toBe(false);
      expect(await storeOf({ skill }).mayAsk()).toBe(true);
    }
    expect(await storeOf({ skill: '' }).isStopped()).toBe(true);
  });
});

describe('a refusal in effect', () => {
  test('allows one request an hour, even under concurrency, without changing what users see', async () => {
    await store.note('stage', 'ana');
    clock.advance(59 * minute);
    expect(await store.mayAsk()).toBe(false);
    clock.advance(minute);
    const starts = await Promise.all(Array.from({ length: 4 }, async () => store.mayAsk()));
    expect(starts.filter(Boolean)).toHaveLength(1);
    expect(await store.isStopped()).toBe(true);
    clock.advance(60 * minute);
    expect(await store.mayAsk()).toBe(true);
  });

  test('allows a request at once when the client of the skill has changed or was missing before', async () => {
    await store.note('stage', 'ana');
    expect([
      await storeOf({ clientId: 'client-2' }).mayAsk(),
      await storeOf({ clientId: 'client-2' }).mayAsk(),
    ]).toEqual([true, false]);
    await missing().note('stage', 'ana');
    expect([await missing().mayAsk(), await store.mayAsk()]).toEqual([false, true]);
  });
  const missing = () =>
    createEnablingRefusedStore(table, clock.now, { skill: 'skill-1 live', clientId: () => Promise.resolve(undefined) });
});

describe('a refusal that a user can cause', () => {
  test('takes effect once three different Amazon accounts were refused', async () => {
    expect(await refuse('ana', 'ana', 'ana', 'bia', 'ana')).toEqual(['counted', 'known', 'known', 'counted', 'known']);
    expect(await store.isStopped()).toBe(false);
    expect(await refuse('caio')).toEqual(['stopped']);
    expect(await store.isStopped()).toBe(true);
  });

  test('lasts a week from the last new account, and is not extended by a known one', async () => {
    await refuse('ana', 'bia', 'caio');
    clock.advance(60 * minute);
    expect(await refuse('ana', 'dora')).toEqual(['known', 'stopped']);
    clock.advance(7 * day - 60 * minute);
    expect(await store.isStopped()).toBe(true);
    expect(await refuse('ana', 'bia')).toEqual(['counted', 'counted']);
    clock.advance(60 * minute);
    expect(await store.isStopped()).toBe(false);
  });

  test('does not count refusals of another skill or stage', async () => {
    await refuse('ana', 'bia');
    expect(await storeOf({ skill: 'skill-2 live' }).note('account', 'caio')).toBe('counted');
    expect(await storeOf({ skill: 'skill-2 live' }).isStopped()).toBe(false);
  });

  test('ends with a success, and cannot take effect within a day of one for any number of accounts', async () => {
    await refuse('ana', 'bia', 'caio');
    await store.succeeded();
    expect(await store.isStopped()).toBe(false);
    clock.advance(day - minute);
    expect(await refuse('ana', 'bia', 'caio', 'dora', 'edu', 'fabi')).toEqual(Array(6).fill('counted'));
    expect(await store.isStopped()).toBe(false);
  });

  test('ends with a success also for each account, if refusals were counted or the stage was stopped', async () => {
    const reopenedAt = async () => (await store.state()).reopenedAt;
    await store.succeeded();
    await refuse('ana', 'bia', 'caio');
    await store.succeeded();
    expect(await reopenedAt()).toBeUndefined();
    clock.advance(day);
    await refuse('ana');
    await store.succeeded();
    const first = clock.now().toISOString();
    expect(await store.state()).toEqual({ isStopped: false, reopenedAt: first });
    clock.advance(60 * minute);
    await store.succeeded();
    expect(await reopenedAt()).toBe(first);
    await store.note('stage', 'ana');
    expect(await store.state()).toEqual({ isStopped: true });
    await store.succeeded();
    expect(await reopenedAt()).toBe(clock.now().toISOString());
    expect(await store.mayAsk()).toBe(true);
    clock.advance(day);
    expect(await reopenedAt()).toBeUndefined();
  });

  test('takes effect again when the last success is a day old', async () => {
    await store.succeeded();
    await refuse('ana', 'bia');
    clock.advance(day);
    expect(await refuse('ana', 'bia', 'caio')).toEqual(['counted', 'counted', 'stopped']);
  });

  test('does not count a refusal a day after the first one, even before the table removes it', async () => {
    await refuse('ana');
    clock.advance(day - minute);
    await refuse('bia');
    clock.advance(minute);
    expect(await refuse('caio')).toEqual(['counted']);
    expect(await store.isStopped()).toBe(false);
  });

  test('loses none of several concurrent refusals', async () => {
    const answers = await Promise.all(['ana', 'bia', 'caio'].map((account) => store.note('account', account)));
    expect(answers.filter((answer) => answer === 'stopped')).toHaveLength(1);
    expect(await store.isStopped()).toBe(true);
  });

  test('stores no id of an account', async () => {
    await refuse('amzn1.account.ANA');
    const { Item } = await table.doc.send(new GetCommand({ TableName: table.name, Key: refusedAccountsKey }));
    expect([...(Item?.['accounts'] ?? [])]).toEqual([expect.stringMatching(/^[\w-]{16}$/)]);
    expect(JSON.stringify([...(Item?.['accounts'] ?? [])])).not.toContain('ANA');
  });
});

test.each([
  ['refusedStage', 'askedAt', refusedStageKey],
  ['refusedAccounts', 'succeededAt', refusedAccountsKey],
])('ignores and reports an unreadable note %s', async (type, fields, key) => {
  await refuse('ana');
  await store.note('stage', 'bia');
  const broken = new UpdateCommand({
    TableName: table.name,
    Key: key,
    UpdateExpression: 'SET #field = :noon',
    ExpressionAttributeNames: { '#field': fields },
    ExpressionAttributeValues: { ':noon': 'noon' },
  });
  await table.doc.send(broken);
  expect(await refuse('ana')).toEqual(['known']);
  expect(await store.isStopped()).toBe(type === 'refusedAccounts');
  expect(unreadable).toEqual([{ type, fields }]);
});
