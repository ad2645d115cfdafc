import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createSkillUserStore } from '#functions/data/alexa/skill-user-store.ts';
import { triggerItem } from '#functions/data/items/trigger-item.ts';
import { userKey } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { runHistory } from '#functions/wiring/parts/run-history.ts';
import { setUpBilling } from '#infra/billing/set-up.ts';

import { atEveryWrite } from '../../support/crashes/at-every-write.ts';
import { Crash, crashingTable } from '../../support/crashes/crashing-table.ts';
import { aWhatsApp, type WhatsApp } from '../../support/worlds/a-group-chat.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aWholePerson, tracesOf as traces } from '../../support/worlds/a-whole-person.ts';
import { anOperator, type Printed } from '../../support/worlds/an-operator.ts';
import { aStripeInProcess } from '../../support/worlds/billing/a-stripe-in-process.ts';
import { setAttributes } from '../../support/worlds/set-attributes.ts';
import { testWorld } from '../../support/worlds/test-world.ts';

// One table per test, because the tests read it as a whole.
let table: Table;
let chat: WhatsApp;
const stripe = aStripeInProcess('https://app.test');
let prices: Awaited<ReturnType<typeof setUpBilling>>['ids'];
beforeAll(async () => {
  prices = (await setUpBilling({ stripe: stripe.account, appUrl: 'https://app.test' })).ids;
});
beforeEach(async () => {
  table = await aTable();
  chat = aWhatsApp(table);
});

const history = () => runHistory(testWorld({ table, now: chat.clock.now }));

const somebody = () => aWholePerson(table, chat, { stripe, prices });

/** An operator whose waits let the worker run. */
const operator = (on: Table = table, workers = true) =>
  anOperator(on, {
    now: chat.clock.now,
    stripe: () => Promise.resolve(stripe.stripe),
    pause: async () => {
      if (workers) await chat.world.settle();
      else chat.clock.advance(60_000);
    },
  });

test('lists what would be deleted without names, and changes nothing without --yes', async () => {
  const maria = await somebody();
  const before = await maria.world.items();
  const { code, text } = await operator()('forget', maria.email);
  expect(code).toBe(0);
  expect(text).toContain(maria.userId);
  expect(text).toMatch(/ 3 {2}workspaces, with webhook tokens/);
  expect(text).toMatch(/ 2 {2}triggers/);
  expect(text).toContain(maria.customer);
  expect(text).toContain('invoices at Stripe');
  expect(text).toContain('Nothing was changed');
  expect([maria.name, maria.email].filter((secret) => text.includes(secret))).toEqual([]);
  expect(await maria.world.items()).toEqual(before);
});

test('deletes everything of the user here and at providers with --yes, and keeps the data of others', async () => {
  const bystander = await somebody();
  await chat.world.settle();
  const theirs = await traces(bystander);
  const maria = await somebody();
  const { code, text } = await operator()('forget', maria.userId, '--yes');
  expect([code, text.includes('is forgotten')]).toEqual([0, true]);
  expect(await traces(maria)).toEqual([]);
  expect(chat.lineGateway.namesOf(maria.instanceId)).toEqual([]);
  const customer = await stripe.stripe.customer(maria.customer);
  expect(customer).toMatchObject({ deleted: true });
  const [subscription] = (await stripe.account.subscriptions.list({ customer: maria.customer, status: 'all' })).data;
  expect(subscription?.status ?? 'canceled').toBe('canceled');

  expect(await traces(bystander)).toEqual(theirs);
  expect(chat.lineGateway.namesOf(bystander.instanceId)).toHaveLength(1);
  expect(await stripe.stripe.customer(bystander.customer)).not.toMatchObject({ deleted: true });
});

test('removes the devices from Alexa first', async () => {
  const maria = await somebody();
  const reported: string[] = [];
  const ask = anOperator(table, {
    now: chat.clock.now,
    stripe: () => Promise.resolve(stripe.stripe),
    pause: async () => {
      // While the operator waits, the worker still has the permission that it needs.
      const { amazonUserId = '' } = (await maria.world.grants.findGrant(`amzn1.account.${maria.workspaceId}`)) ?? {};
      reported.push(amazonUserId);
      await chat.world.settle();
    },
  });
  expect((await ask('forget', maria.userId, '--yes')).code).toBe(0);
  expect(reported[0]).toBe(`amzn1.account.${maria.workspaceId}`);
});

test('keeps an Amazon account that another user has linked since', async () => {
  const maria = await somebody();
  const account = `amzn1.account.${maria.workspaceIds[2]}`;
  const other = await somebody();
  const place = Math.floor(Math.random() * 1e12);
  await chat.world.addWorkspace(place, other.userId);
  await chat.world.link(other.userId, place, account);
  await chat.world.enableSkill(account);
  const enablings = createSkillUserStore(table, chat.clock.now);
  await enablings.keep('enabled by Maria', { amazonUserId: account, workspaceId: maria.workspaceIds[2] });
  expect((await operator()('forget', maria.userId, '--yes')).code).toBe(0);
  expect(await enablings.find('enabled by Maria')).toBe(account);
  expect(await chat.world.links.find(account)).toMatchObject({ workspaceId: place });
  expect(await chat.world.grants.find(account)).toMatchObject({ grant: { workspaceId: place } });
});

describe('pending work', () => {
  test('waits for pending work, reports it, and continues on the next call', async () => {
    const maria = await somebody();
    const waiting = await operator(table, false)('forget', maria.userId, '--yes', '--stage', 'prod');
    expect(waiting.code).toBe(1);
    expect(waiting.text).toContain('is signed out and switched off, but not deleted yet');
    expect(waiting.text).toContain(`cleanUp of workspace ${maria.workspaceId}: still retried`);
    expect(waiting.text).toMatch(new RegExp(`: npm run ops -- forget ${maria.userId} --yes --stage prod$`, 'm'));
    expect(await createWorkspaceStore(table).find(maria.workspaceId)).toMatchObject({ status: 'INATIVO' });
    expect((await operator()('forget', maria.userId, '--yes')).code).toBe(0);
    expect(await traces(maria)).toEqual([]);
  });

  test('leaves pending work undone when requested', async () => {
    const maria = await somebody();
    const { code } = await operator(table, false)('forget', maria.userId, '--yes', '--leave-undone');
    expect(code).toBe(0);
    expect(await traces(maria)).toEqual([]);
  });

  test('asks for another call when Stripe does not answer', async () => {
    const maria = await somebody();
    stripe.trouble.push({ at: `DELETE /v1/customers/${maria.customer}`, status: 500 });
    const refused = await operator()('forget', maria.userId, '--yes');
    expect([refused.code, refused.text.includes('Stripe did not do it')]).toEqual([1, true]);
    const withoutKey = await anOperator(table, { now: chat.clock.now })('forget', maria.userId, '--yes');
    expect([withoutKey.code, withoutKey.text.includes('no key')]).toEqual([1, true]);
    expect((await operator()('forget', maria.userId, '--yes')).code).toBe(0);
    expect(await traces(maria)).toEqual([]);
  });
});

test('stores nothing of a run that the stream delivers late', async () => {
  const maria = await somebody();
  const [late] = (await maria.world.items()).filter((item) => item['type'] === 'trigger' && item['run'] !== undefined);
  await operator()('forget', maria.userId, '--yes');
  await history().keepHistory({ after: triggerItem.parse(late) });
  expect(await traces(maria)).toEqual([]);
});

test('finishes on the next call when killed after any write', async () => {
  const writes = await atEveryWrite(async (count) => {
    const maria = await somebody();
    const end = await lived(operator(crashingTable(table, count))('forget', maria.userId, '--yes'));
    const isOver = (await traces(maria)).length === 0;
    const again = await operator()('forget', maria.userId, '--yes');
    // After the last write the user no longer exists.
    expect([again.code, again.errors]).toEqual(isOver ? [2, `There is no user "${maria.userId}".`] : [0, '']);
    expect(await traces(maria)).toEqual([]);
    return end;
  });
  expect(writes).toBeGreaterThan(6);
});

const lived = async (deed: Promise<Printed>): Promise<{ died: boolean }> => {
  try {
    await deed;
    return { died: false };
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    return { died: true };
  }
};

test.each([
  [[], 'Usage: npm run ops'],
  [['nobody'], 'There is no user "nobody".'],
  [['nobody@example.com', '--yes'], 'No user has this e-mail address.'],
])('answers %j with one sentence', async (words, sentence) => {
  const { code, errors } = await operator()('forget', ...words);
  expect([code, errors.includes(sentence)]).toEqual([2, true]);
});

test('asks for the id when several users have the address', async () => {
  const [one, other] = [await somebody(), await somebody()];
  await setAttributes(table, userKey(other.userId), { email: one.email });
  const { code, errors } = await operator()('forget', one.email, '--yes');
  expect(code).toBe(2);
  expect([one, other].filter(({ userId }) => errors.includes(userId))).toHaveLength(2);
});
