import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { saveChange } from '#functions/billing/save-change.ts';
import { noSubscription, type SubscriptionItem } from '#functions/data/items/subscription-item.ts';
import type { Table } from '#functions/data/table.ts';

import { aWhatsApp, home, type WhatsApp } from '../../support/worlds/a-group-chat.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { anOperator } from '../../support/worlds/an-operator.ts';

type Home = Awaited<ReturnType<WhatsApp['aHome']>>;

const hour = 3_600_000;
const garden = '120363999000111777@g.us';
const notice = expect.stringMatching(/^🔒 WhatsApp commands need an active plan or trial/u);

let table: Table;
let chat: WhatsApp;
beforeAll(async () => {
  table = await aTable();
});
beforeEach(() => {
  chat = aWhatsApp(table);
});

async function stripeSays(workspaceId: number, change: Partial<SubscriptionItem>): Promise<void> {
  const { subscriptions } = chat.world.deps;
  const before = (await subscriptions.find(workspaceId)) ?? noSubscription;
  const { type: _, rev: _rev, ...known } = before;
  const now = chat.clock.now();
  const after = { ...known, customerId: `cus_${workspaceId}`, syncedAt: now.toISOString(), ...change };
  expect(await saveChange({ subscriptions }, { workspaceId, before, after })).toBe('changed');
}

const unseenFor = (hours: number): Partial<SubscriptionItem> => {
  const at = new Date(chat.clock.now().getTime() - hours * hour).toISOString();
  return { status: 'active', currentPeriodEnd: at, syncedAt: at };
};

/** Fields that change without a visible effect. */
const notes = ['rev', 'heardAt', 'run', 'rate', 'rangAt', 'lastExecuted'];

/** Everything that users would miss: number, line, groups, triggers and Amazon account. */
async function belongings({ workspaceId, instanceId }: Home): Promise<unknown[]> {
  const mine = new Set([`W#${workspaceId}`, `N#${instanceId}`, `A#amzn1.account.${workspaceId}`]);
  const isMine = ({ pk, sk, type, instanceId: of }: Record<string, unknown>): boolean =>
    (mine.has(String(pk)) && !/^(?:SUBSCRIPTION|TURNS#|OUTBOX#|PERMITS#)/.test(String(sk))) ||
    (type === 'line' && of === instanceId);
  const items = (await chat.world.items()).filter(isMine);
  expect(items.length).toBeGreaterThan(9);
  return items.map((item) => Object.fromEntries(Object.entries(item).filter(([name]) => !notes.includes(name))));
}

const leftToDo = async ({ workspaceId, instanceId }: Home): Promise<unknown[]> =>
  (await chat.world.items()).filter(
    ({ pk, sk }) => [`W#${workspaceId}`, `N#${instanceId}`].includes(String(pk)) && String(sk).startsWith('OUTBOX#'),
  );

describe('a workspace that loses its plan', () => {
  test('explains the missing plan to the operator as a failed step of the triggers', async () => {
    const { workspaceId } = await chat.aHome(['Portão']);
    const ask = anOperator(table, { now: chat.clock.now });
    expect((await ask('explain', String(workspaceId))).text).not.toContain('plan failed');
    await stripeSays(workspaceId, { status: 'canceled' });
    const { text } = await ask('explain', String(workspaceId));
    expect(text).toMatch(/"Portão" \(trg-[^)]+\): plan failed \(.*plan/);
  });

  test('fires nothing from its groups, sends one notice a day to each, and keeps all its data', async () => {
    const one = await chat.aHome(['Portão']);
    await chat.world.linkGroup(one.userId, one.workspaceId, garden);
    const before = await belongings(one);
    await stripeSays(one.workspaceId, { status: 'canceled' });
    const type = (text: string, jid = home) => chat.type(one.instanceId, text, { jid, as: text });
    for (const text of ['portão', 'Portão!', 'lista', '/status', 'ajuda', 'prtao', 'bom dia']) await type(text);
    expect(chat.said).toMatchObject([{ jid: home, text: notice }]);
    for (const text of ['oi', 'portão', 'portão']) await type(text, garden);
    expect(chat.said).toMatchObject([{ jid: home }, { jid: garden, text: notice }]);
    chat.clock.advance(24 * hour - 1);
    await type('portão');
    expect(chat.said).toHaveLength(2);
    chat.clock.advance(1);
    await type('portão');
    expect(chat.said).toHaveLength(3);
    expect(chat.sentEvents).toEqual([]);
    expect(await belongings(one)).toEqual(before);
    expect(await leftToDo(one)).toEqual([]);
    expect((await chat.world.current(one.workspaceId)).instance?.chipStatus).toBe('CONNECTED');
    expect(new Set(await chat.world.groupsOf(one.workspaceId))).toEqual(new Set([home, garden]));
  });

  test('fires again as soon as it has a plan, with the number and the groups it had', async () => {
    const one = await chat.aHome(['Portão']);
    const before = await belongings(one);
    for (const status of ['past_due', 'active', 'canceled', 'trialing', 'unpaid', 'active'] as const) {
      await stripeSays(one.workspaceId, { status });
      chat.clock.advance(60_000);
      chat.quiet();
      await chat.type(one.instanceId, 'portão');
      expect(chat.sentEvents).toEqual(status === 'active' || status === 'trialing' ? ['Portão'] : []);
    }
    expect(chat.answers).toEqual(['✅']);
    expect(await belongings(one)).toEqual(before);
    expect(await leftToDo(one)).toEqual([]);
  });

  test('allows removing its group and its number without a plan', async () => {
    const one = await chat.aHome(['Portão']);
    await stripeSays(one.workspaceId, { status: 'canceled' });
    await chat.world.unlinkGroup(one.workspaceId, one.group.id);
    expect(await chat.world.groupsOf(one.workspaceId)).toEqual([]);
    await chat.world.disconnect(one.userId, one.instanceId);
    expect((await chat.world.current(one.workspaceId)).instance?.chipStatus).toBe('DISCONNECTED');
  });

  test('does not affect a workspace that shares its number and has its own plan, or lacks one', async () => {
    const root = await chat.aHome(['Portão']);
    const sharer = await chat.world.addReady(root.userId);
    await chat.world.enableSkill(`amzn1.account.${sharer}`);
    await chat.world.createTrigger(sharer, 'Jardim');
    await chat.world.share(root.userId, sharer, root.instanceId);
    await chat.world.linkGroup(root.userId, sharer, garden);
    const heard = async (jid: string, text: string): Promise<number> => {
      chat.clock.advance(5_000);
      const before = chat.sentEvents.length;
      await chat.type(root.instanceId, text, { jid });
      return chat.sentEvents.length - before;
    };
    await stripeSays(root.workspaceId, { status: 'canceled' });
    expect([await heard(home, 'portão'), await heard(garden, 'jardim')]).toEqual([0, 1]);
    await stripeSays(root.workspaceId, { status: 'active' });
    await stripeSays(sharer, { status: 'canceled' });
    expect([await heard(home, 'portão'), await heard(garden, 'jardim')]).toEqual([1, 0]);
  });
});

describe('every entry point of WhatsApp', () => {
  const doors = (one: Home, sharer: number) => [
    chat.world.connect(one.userId, one.workspaceId),
    chat.world.linkGroup(one.userId, one.workspaceId, garden),
    chat.world.share(one.userId, sharer, one.instanceId),
  ];
  const codeOf = (wish: Promise<unknown>): Promise<unknown> =>
    wish.then(
      () => 'open',
      (error: unknown) => error instanceof Error && 'code' in error && error.code,
    );

  const cases: [string, () => Partial<SubscriptionItem>, boolean][] = [
    ['on trial', () => ({ status: 'trialing' }), true],
    ['active', () => ({ status: 'active', hasPaymentMethodAttached: true }), true],
    ['active, with a period over for a day and no sync since', () => unseenFor(25), true],
    ['active, but not synced for three days since its period ended', () => unseenFor(73), false],
    ['past due', () => ({ status: 'past_due' }), false],
    ['canceled', () => ({ status: 'canceled' }), false],
    ['a status that Stripe invented later', () => ({ status: 'hibernating' }), false],
  ];
  test.each(cases)(
    'gives the same answer at every entry point when the subscription is %s',
    async (_, change, allowed) => {
      const one = await chat.aHome(['Portão']);
      const sharer = await chat.world.addReady(one.userId);
      await stripeSays(one.workspaceId, change());
      await stripeSays(sharer, change());
      await chat.type(one.instanceId, 'portão');
      expect(chat.sentEvents).toEqual(allowed ? ['Portão'] : []);
      expect(chat.answers).toEqual([allowed ? '✅' : notice]);
      const answers = await Promise.all(doors(one, sharer).map(codeOf));
      expect(new Set(answers)).toEqual(new Set([allowed ? 'open' : 'workspace.planRequired']));
    },
  );

  test('syncs a subscription that was not synced for too long, and applies the result at once', async () => {
    const one = await chat.aHome(['Portão']);
    await stripeSays(one.workspaceId, unseenFor(25));
    const isDue = async (): Promise<boolean> =>
      (await chat.world.deps.subscriptions.due(chat.clock.now())).workspaceIds.includes(one.workspaceId);
    expect(await isDue()).toBe(false);
    await chat.type(one.instanceId, 'portão');
    expect(await isDue()).toBe(true);
    await stripeSays(one.workspaceId, { status: 'canceled' });
    chat.clock.advance(5_000);
    await chat.type(one.instanceId, 'portão');
    expect(chat.answers).toEqual(['✅', notice]);
  });
});
