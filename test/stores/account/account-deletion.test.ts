import { randomUUID } from 'node:crypto';

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { planDeletion, readDeletion, revokeDeletion } from '#functions/account/plan-deletion.ts';
import { createGrantStore } from '#functions/data/alexa/grant-store.ts';
import { accountHash } from '#functions/data/items/user-item.ts';
import { trialKey } from '#functions/data/keys.ts';
import { createBelongingsStore } from '#functions/data/people/belongings-store.ts';
import { createDeletionStore } from '#functions/data/people/deletion-store.ts';
import { createUserStore } from '#functions/data/people/user-store.ts';
import type { Table } from '#functions/data/table.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { accountDeletion } from '#functions/wiring/account-jobs.ts';
import { setUpBilling } from '#infra/billing/set-up.ts';
import { functions } from '#infra/functions.ts';

import { atEveryWrite, lived } from '../../support/crashes/at-every-write.ts';
import { crashingTable } from '../../support/crashes/crashing-table.ts';
import { notingTable } from '../../support/crashes/recording-table.ts';
import { aWhatsApp, type WhatsApp } from '../../support/worlds/a-group-chat.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aWholePerson, tracesOf, type WholePerson } from '../../support/worlds/a-whole-person.ts';
import { aStripeInProcess } from '../../support/worlds/billing/a-stripe-in-process.ts';
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

const day = 86_400_000;
const somebody = () => aWholePerson(table, chat, { stripe, prices });
const mails = () => chat.world.post.mails;

const calls = (on: Table = table) => ({
  deletions: createDeletionStore(on),
  users: createUserStore(on),
  newId: randomUUID,
  now: chat.clock.now,
});

type Line = { event: string; details: object };

/** Runs the job, whose pauses let the worker run. */
async function runJob({ on = table, worker = true } = {}): Promise<Line[]> {
  const { now } = chat.clock;
  const lines: Line[] = [];
  const world = testWorld({
    table: on,
    now,
    log: (event, details) => void lines.push({ event, details: { ...details } }),
    pause: async () => {
      if (worker) await chat.world.settle();
      else chat.clock.advance(30_000);
    },
  });
  await accountDeletion(world, () => Promise.resolve(stripe.stripe))(deadlineIn(now, 3_600_000));
  return lines;
}

const events = (lines: readonly Line[]) => lines.map(({ event }) => event);

const typeOf = (item: string): string => /"type":"(\w+)"/.exec(item)?.[1] ?? '';

async function asked(): Promise<WholePerson> {
  const maria = await somebody();
  await planDeletion(calls(), maria.userId);
  await chat.world.settle();
  return maria;
}

describe('requesting the deletion of an account', () => {
  test(
    'schedules the deletion in seven days, sends a mail, and changes nothing else',
    { tags: 'threat-session-abuse' },
    async () => {
      const maria = await somebody();
      await chat.world.settle();
      const before = await tracesOf(maria);
      const now = chat.clock.now();
      const planned = await planDeletion(calls(), maria.userId);
      expect(planned).toEqual({
        requestedAt: now.toISOString(),
        dueAt: new Date(now.getTime() + 7 * day).toISOString(),
        begun: false,
      });
      await chat.world.settle();
      expect(mails()).toMatchObject([{ to: maria.email, subject: 'Recado: your account will be deleted' }]);
      expect(mails()[0]?.text).toContain('keep your account at https://recado.example/account');
      const added = (await tracesOf(maria)).filter((item) => !before.includes(item));
      expect(added.map(typeOf).toSorted()).toEqual(['deletion', 'deletionCount']);
      expect(await runJob()).toEqual([]);
      expect(await readDeletion(calls(), maria.userId)).toEqual(planned);
    },
  );

  test('sends no mail to the linked Amazon account when the user has no address', async () => {
    const maria = await somebody();
    await createUserStore(table).keepProfile(maria.userId, { name: maria.name, email: null });
    await chat.world.settle();
    await planDeletion(calls(), maria.userId);
    await chat.world.settle();
    expect(mails()).toEqual([]);
  });

  test('keeps the first date and sends one mail on a repeated request', async () => {
    const maria = await asked();
    const first = await readDeletion(calls(), maria.userId);
    chat.clock.advance(day);
    expect(await planDeletion(calls(), maria.userId)).toEqual(first);
    await chat.world.settle();
    expect(mails()).toHaveLength(1);
  });

  test(
    'cancels the deletion when it is revoked, until the user requests it again',
    { tags: 'threat-session-abuse' },
    async () => {
      const maria = await asked();
      expect(await revokeDeletion(calls(), maria.userId)).toBeNull();
      expect(await revokeDeletion(calls(), maria.userId)).toBeNull();
      chat.clock.advance(8 * day);
      const before = await tracesOf(maria);
      expect(await runJob()).toEqual([]);
      expect(await tracesOf(maria)).toEqual(before);
      expect(await planDeletion(calls(), maria.userId)).toMatchObject({
        dueAt: new Date(chat.clock.now().getTime() + 7 * day).toISOString(),
      });
    },
  );

  test('refuses a fourth request within a UTC day, and sends a mail for each plan', async () => {
    const maria = await somebody();
    await chat.world.settle();
    chat.clock.advance(day - (chat.clock.now().getTime() % day) + 60_000);
    for (let plan = 1; plan <= 3; plan += 1) {
      const planned = await planDeletion(calls(), maria.userId);
      expect(await planDeletion(calls(), maria.userId)).toEqual(planned);
      await chat.world.settle();
      await revokeDeletion(calls(), maria.userId);
    }
    const before = await tracesOf(maria);
    await expect(planDeletion(calls(), maria.userId)).rejects.toMatchObject({
      code: 'account.deletionTooOften',
      retryAfterSeconds: day / 1000 - 60,
    });
    await chat.world.settle();
    expect(mails()).toHaveLength(3);
    expect(await tracesOf(maria)).toEqual(before);
    chat.clock.advance(day - 60_000);
    expect(await planDeletion(calls(), maria.userId)).toMatchObject({ begun: false });
    await chat.world.settle();
    expect(mails()).toHaveLength(4);
  });

  test('sends no mail about a plan that was revoked before the mail went out', async () => {
    const maria = await somebody();
    await planDeletion(calls(), maria.userId);
    await revokeDeletion(calls(), maria.userId);
    await chat.world.settle();
    expect(mails()).toEqual([]);
  });

  test('reports an ended session and stores nothing when the user no longer exists', async () => {
    await expect(planDeletion(calls(), 'nobody')).rejects.toMatchObject({ code: 'auth.sessionExpired' });
    const { deletions } = calls();
    const wish = {
      userId: 'nobody',
      requestedAt: new Date().toISOString(),
      dueAt: new Date().toISOString(),
      language: 'en',
    } as const;
    expect(await deletions.plan(wish, undefined, { id: 'x', now: new Date(), maxPerDay: 1 })).toBe('noUser');
  });
});

describe('the deletion after seven days', () => {
  test('deletes everything of the user here and at providers, sends a mail, and keeps the data of others', async () => {
    const bystander = await somebody();
    const maria = await asked();
    const theirs = await tracesOf(bystander);
    chat.clock.advance(7 * day);
    expect(events(await runJob())).toEqual(['account.deleted']);
    await chat.world.settle();
    // The others also get mails, because their grants were not checked for seven days.
    const told = mails().filter(({ to }) => to === maria.email);
    expect(told.map(({ subject }) => subject)).toEqual([
      'Recado: your account will be deleted',
      'Recado: your account was deleted',
    ]);
    expect(await tracesOf(maria)).toEqual([]);
    expect(chat.lineGateway.namesOf(maria.instanceId)).toEqual([]);
    expect(await stripe.stripe.customer(maria.customer)).toMatchObject({ deleted: true });
    expect(await runJob()).toEqual([]);

    const changed = (await tracesOf(bystander)).filter((item) => !theirs.includes(item));
    expect(changed.filter((item) => !/"type":"(?:trigger|told)"/.test(item))).toEqual([]);
    expect(await stripe.stripe.customer(bystander.customer)).not.toMatchObject({ deleted: true });
  });

  test('keeps trial marks of other users on the accounts of the user, and omits them from the download', async () => {
    const maria = await asked();
    const google = accountHash('google', maria.userId);
    const amazon = accountHash('amazon', `amzn1.account.${maria.workspaceId}`);
    const [number] = (await maria.world.items()).filter(({ type, phone }) => type === 'instance' && phone);
    const whatsapp = accountHash('whatsapp', String(number?.['phone']));
    const mark = (hash: string, subscriptionId?: string) => ({
      ...trialKey(hash),
      type: 'trial',
      usedAt: '2026-01-01T00:00:00.000Z',
      ...(subscriptionId !== undefined && { subscriptionId }),
    });
    const others = [mark(google, 'sub_of_ana'), mark(amazon, 'sub_of_ana'), mark(whatsapp)];
    for (const Item of others) await table.doc.send(new PutCommand({ TableName: table.name, Item }));
    const belongings = createBelongingsStore(table, chat.clock.now);
    const page = await belongings.page(maria.userId, undefined, () => false);
    expect(page?.items.filter(({ type }) => type === 'trial')).toEqual([]);
    chat.clock.advance(7 * day);
    expect(events(await runJob())).toEqual(['account.deleted']);
    const left = (await maria.world.items()).filter(({ type }) => type === 'trial');
    expect(left).toHaveLength(others.length);
    expect(left).toEqual(expect.arrayContaining(others));
  });

  test('refuses to revoke a deletion that has begun', async () => {
    const maria = await asked();
    chat.clock.advance(7 * day);
    await calls().deletions.begin(maria.userId, chat.clock.now());
    expect(await revokeDeletion(calls(), maria.userId)).toMatchObject({ begun: true });
    expect(events(await runJob())).toEqual(['account.deleted']);
  });

  test('continues with the next job when the worker or Stripe did not answer, and reports a failure after a day', async () => {
    const maria = await asked();
    chat.clock.advance(7 * day);
    const waits = await runJob({ worker: false });
    expect(waits).toMatchObject([{ event: 'account.deletionWaits', details: { userId: maria.userId } }]);
    expect(waits[0]?.details).toHaveProperty('why', expect.stringContaining('still retried'));
    stripe.trouble.push({ at: `DELETE /v1/customers/${maria.customer}`, status: 500 });
    expect(events(await runJob())).toEqual(['account.deletionWaits']);
    chat.clock.advance(day);
    stripe.trouble.push({ at: `DELETE /v1/customers/${maria.customer}`, status: 500 });
    expect(events(await runJob())).toEqual(['account.deletionFailed']);
    expect(events(await runJob())).toEqual(['account.deleted']);
    await chat.world.settle();
    expect(await tracesOf(maria)).toEqual([]);
  });

  test('keeps the new account and its sign-in when the user signs up again while the job waits', async () => {
    const maria = await asked();
    chat.clock.advance(7 * day);
    expect(events(await runJob({ worker: false }))).toEqual(['account.deletionWaits']);
    const { users } = calls();
    const account = { provider: 'google', subject: maria.subject } as const;
    expect(await users.findByAccount(account)).toBeUndefined();
    const [userId, id] = [randomUUID(), Math.floor(Math.random() * 1e12)];
    const now = chat.clock.now();
    const stored = { createdAt: now.toISOString(), tokenHash: randomUUID(), tokenSealed: 'sealed' };
    const workspace = { id, userId, name: 'Again', defaultWorkspace: true, ...stored };
    const signUp = { account: { ...account, name: 'Again' }, userId, workspace, now };
    expect(await users.signUp(signUp)).toBe('signedUp');
    const page = await createBelongingsStore(table, chat.clock.now).page(maria.userId, undefined, () => false);
    expect(page?.items.filter(({ type }) => type === 'user' || type === 'identity')).toMatchObject([
      { type: 'user', id: maria.userId },
    ]);
    const theirs = async () => (await maria.world.items()).filter((item) => JSON.stringify(item).includes(userId));
    const before = await theirs();
    expect(events(await runJob())).toEqual(['account.deleted']);
    expect(await users.findByAccount(account)).toBe(userId);
    expect(await theirs()).toEqual(before);
    await chat.world.settle();
    expect(await tracesOf(maria)).toEqual([]);
  });

  test('keeps an Alexa grant that was given while the job waits, for the next link of the account', async () => {
    const maria = await asked();
    chat.clock.advance(7 * day);
    const grants = createGrantStore(table, chat.clock.now);
    const amazonUserId = `amzn1.account.${maria.workspaceId}`;
    expect(await grants.find(amazonUserId)).toBeDefined();
    expect(events(await runJob({ worker: false }))).toEqual(['account.deletionWaits']);
    await maria.world.enableSkill(amazonUserId);
    const given = await grants.find(amazonUserId);
    expect(given?.grant.grantedAt).toBe(chat.clock.now().toISOString());
    expect(events(await runJob())).toEqual(['account.deleted']);
    await chat.world.settle();
    expect(await grants.find(amazonUserId)).toEqual(given);
    expect((await tracesOf(maria)).map(typeOf).toSorted()).toEqual(['access', 'grant']);
    chat.clock.advance(30 * day);
    expect(await tracesOf(maria)).toEqual([]);
  });

  test('keeps an Alexa grant that was given while the deletion reads the table', async () => {
    const maria = await asked();
    chat.clock.advance(7 * day);
    const grants = createGrantStore(table, chat.clock.now);
    const amazonUserId = `amzn1.account.${maria.workspaceId}`;
    let enabled = false;
    const doc = new Proxy(table.doc, {
      get(target, property, receiver) {
        if (property !== 'send') return Reflect.get(target, property, receiver);
        return async (command: Parameters<typeof target.send>[0]) => {
          const isLastDeletion = JSON.stringify(command.input).includes(`"W#${maria.workspaceId}"`);
          if (command.constructor.name === 'BatchWriteItemCommand' && isLastDeletion && !enabled) {
            enabled = true;
            chat.clock.advance(1);
            await maria.world.enableSkill(amazonUserId);
          }
          return target.send(command);
        };
      },
    });
    expect(events(await runJob({ on: { doc, name: table.name } }))).toEqual(['account.deleted']);
    expect(enabled).toBe(true);
    expect(await grants.find(amazonUserId)).toMatchObject({ grant: { grantedAt: chat.clock.now().toISOString() } });
  });

  test('reports an unexpected error about one user, and continues with the others', async () => {
    const [maria, other] = [await asked(), await asked()];
    chat.clock.advance(7 * day);
    const isFirst = (command: object) => JSON.stringify(command).includes(maria.userId);
    let failures = 0;
    const doc = new Proxy(table.doc, {
      get(target, property, receiver) {
        if (property !== 'send') return Reflect.get(target, property, receiver);
        return async (command: Parameters<typeof target.send>[0]) => {
          if (command.constructor.name === 'PutCommand' && isFirst(command.input) && failures++ === 0) {
            throw new Error('The table is away.');
          }
          return target.send(command);
        };
      },
    });
    const lines = await runJob({ on: { doc, name: table.name } });
    expect(events(lines).toSorted()).toEqual(['account.deleted', 'account.deletionFailed']);
    await runJob();
    await chat.world.settle();
    expect([await tracesOf(maria), await tracesOf(other)]).toEqual([[], []]);
  });
});

test('finishes with the next job and sends one mail when killed after any write', async () => {
  const writes = await atEveryWrite(async (count) => {
    const maria = await asked();
    chat.clock.advance(7 * day);
    const dying = crashingTable(table, count);
    await lived(runJob({ on: dying }));
    await runJob();
    await chat.world.settle();
    expect(await tracesOf(maria)).toEqual([]);
    const told = mails().filter(({ to, subject }) => to === maria.email && subject.includes('was deleted'));
    expect(told).toHaveLength(1);
    return { died: dying.died() };
  });
  expect(writes).toBeGreaterThan(6);
});

test('uses exactly the table permissions of its function', async () => {
  await asked();
  chat.clock.advance(7 * day);
  const noted = notingTable(table);
  expect(events(await runJob({ on: noted }))).toEqual(['account.deleted']);
  const row = functions.find(({ name }) => name === 'account-jobs');
  expect(noted.actions()).toEqual([...(row?.table ?? []), 'index'].toSorted());
});
