import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';

import type { Table } from '#functions/data/table.ts';
import { wholeTable } from '#functions/data/whole-table.ts';
import { accountContract } from '#shared/contracts/account.ts';
import { myData } from '#shared/contracts/my-data.ts';

import { stackControls } from '../local/local-client.ts';
import { localClient } from '../local/table/dynamodb.ts';
import { sandboxClient } from '../sandboxes/sandbox-client.ts';
import { parsedReply, refusalIn } from './kit/answers.ts';
import { guests } from './kit/guests.ts';
import { numberOf, pair } from './kit/number.ts';
import { newcomer, settled, type JourneyPerson } from './kit/person.ts';
import { soon } from './kit/soon.ts';
import { stripeTruth, subscriberAt } from './kit/subscriber.ts';
import { letDeletionBeDue } from './kit/table.ts';
import { phoneOf } from './kit/whatsapp-world.ts';

const guest = guests('account');
const { invoke } = stackControls(inject('stack'));
let table: Table;
beforeAll(() => {
  const { dynamodbUrl, tableName } = inject('stack');
  table = { doc: DynamoDBDocumentClient.from(localClient(dynamodbUrl)), name: tableName };
});
afterAll(() => table.doc.destroy());

const { readDeletion, planDeletion, revokeDeletion } = accountContract;
const path = readDeletion.path;
const ask = async ({ send }: JourneyPerson) => parsedReply(planDeletion.reply, await send('POST', path));
const keep = async ({ send }: JourneyPerson) => parsedReply(revokeDeletion.reply, await send('DELETE', path));
const planned = async ({ get }: JourneyPerson) => parsedReply(readDeletion.reply, await get(path));
const runJob = () => invoke('account-jobs', { job: 'deleteAccounts' });

async function traces(words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const page of wholeTable(table, new Date())) {
    found.push(...page.map((item) => JSON.stringify(item)).filter((text) => words.some((word) => text.includes(word))));
  }
  return found;
}

const mails = z.array(z.object({ subject: z.string(), text: z.string() }));
async function subjectsTo(address: string): Promise<string[]> {
  const client = sandboxClient(inject('stack').sandboxUrl ?? '');
  const { body } = await client.get(`/mailbox/inbox.json?to=${encodeURIComponent(address)}`);
  return mails
    .parse(body)
    .map(({ subject }) => subject)
    .toSorted();
}

test('downloads all data of a user as one file without secrets or data of other users', async () => {
  const name = guest();
  const maria = await settled(name);
  const neighbour = await settled(guest());
  await maria.execute(maria.trigger.id);
  await expect.poll(async () => (await maria.history(maria.trigger.id)).length, soon).toBe(1);
  const { workspaceToken, id: workspaceId } = await maria.current();

  const answer = await maria.get(accountContract.readMyData.path);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="recado-data.json"');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const data = parsedReply(myData, answer);
  expect(data).toMatchObject({
    version: 1,
    person: { name: expect.any(String), email: `${name}@example.com` },
    signIns: [{ provider: 'google' }],
    sessions: [{ renewedAt: expect.any(String), device: expect.anything() }],
    workspaces: [{ id: workspaceId, link: { email: expect.any(String) } }],
    triggers: [{ id: maria.trigger.id, name: 'Good night' }],
    runs: [{ triggerId: maria.trigger.id, channel: 'click', outcome: 'sent' }],
  });
  expect(data.next).toBeUndefined();
  for (const foreign of [workspaceToken, neighbour.trigger.id, neighbour.name]) {
    expect(answer.text).not.toContain(foreign);
  }
});

test('refuses a deletion request after too many in a day and returns when the next one is allowed', async () => {
  const maria = await newcomer(guest());
  // Three a day are allowed, and the day may end in between.
  let answer = await maria.send('POST', path);
  for (let plans = 1; plans <= 6 && answer.status === 200; plans += 1) {
    await keep(maria);
    answer = await maria.send('POST', path);
  }
  expect(refusalIn(answer)).toEqual({ status: 429, errorKey: 'account.deletionTooOften' });
  const wait = Number(answer.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(86_400);
  expect(await planned(maria)).toBeNull();
});

test('deletes an account seven days after the request unless the user revokes it, and works until then', async () => {
  const name = guest();
  const email = `${name}@example.com`;
  const maria = await settled(name);
  const subscriber = await subscriberAt(maria);
  await subscriber.press(await subscriber.checkout('pro_annual'), { action: 'pay', card: 'pm_card_visa' });
  await expect.poll(async () => (await subscriber.read()).status, soon).toBe('trialing');
  const customer = await subscriber.customer();
  const phone = phoneOf(name);
  const instance = await pair(numberOf(maria, maria.trigger.workspaceId), phone);
  const { id: userId } = await maria.whoAmI();
  const { id: workspaceId } = await maria.current();
  expect(await planned(maria)).toBeNull();

  const first = await ask(maria);
  expect(Date.parse(first.dueAt) - Date.parse(first.requestedAt)).toBe(7 * 86_400_000);
  expect(await planned(maria)).toEqual(first);
  expect(await maria.whoAmI()).toMatchObject({ deletionDueAt: first.dueAt });
  await expect.poll(() => subjectsTo(email), soon).toHaveLength(1);
  await runJob();
  expect(await maria.execute(maria.trigger.id)).toMatchObject({ success: true });
  expect(await keep(maria)).toBeNull();
  expect(await planned(maria)).toBeNull();
  expect(await maria.whoAmI()).not.toHaveProperty('deletionDueAt');
  await runJob();
  expect(await maria.execute(maria.trigger.id)).toMatchObject({ success: true });

  await ask(maria);
  await expect.poll(() => subjectsTo(email), soon).toHaveLength(2);
  await letDeletionBeDue(userId);
  await expect
    .poll(async () => {
      await runJob();
      return traces([userId, String(workspaceId), email, maria.trigger.id, String(instance.id)]);
    }, soon)
    .toEqual([]);
  expect((await maria.get('/api/auth/user')).status).toBe(401);
  expect((await fetch(maria.address, { method: 'POST' })).status).toBe(404);
  expect(await maria.home.knows()).toEqual([]);
  expect(await phone.lines()).toEqual([]);
  const { customers, subscriptions } = await stripeTruth(customer);
  expect(customers).toMatchObject([{ id: customer, deleted: true }]);
  expect(subscriptions.filter(({ status }) => status !== 'canceled')).toEqual([]);
  await expect.poll(() => subjectsTo(email), soon).toHaveLength(3);

  const again = await newcomer(name);
  expect((await again.whoAmI()).id).not.toBe(userId);
  expect(await again.triggers()).toEqual([]);
  expect(await planned(again)).toBeNull();
});
