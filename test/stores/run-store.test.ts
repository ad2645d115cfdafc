import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';

import { newReceipt, triggerItem, type Run, type TriggerItem } from '#functions/data/items/trigger-item.ts';
import { accessKey, subscriptionKey, triggerKey } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import { createRunStore, type RunStore, type Traces } from '#functions/data/triggers/run-store.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { triggerReply } from '#functions/triggers/trigger-reply.ts';
import { runHistory } from '#functions/wiring/parts/run-history.ts';
import { opaqueId } from '#shared/contracts/fields.ts';
import { channels } from '#shared/rules/channels.ts';
import { isOutcome, outcomes } from '#shared/rules/execution/outcomes.ts';

import { aCountedTable, type Call } from '../support/worlds/a-counted-table.ts';
import { anAccess } from '../support/worlds/a-grant.ts';
import { addLinkedWorkspace } from '../support/worlds/a-linked-workspace.ts';
import { aTable } from '../support/worlds/a-table.ts';
import { aTrigger } from '../support/worlds/a-trigger.ts';

let table: Table;
let runs: RunStore;
let take: () => Call[];
const used = (): number[] => take().map(({ units }) => units);
// Ids are as long as real ones.
let last = 281_474_976_700_000;

beforeAll(async () => {
  ({ table, take } = aCountedTable(await aTable()));
  runs = createRunStore(table, () => new Date('2096-11-20T12:00:10.000Z'));
});

async function aHome(changes: Partial<TriggerItem> = {}): Promise<{ workspaceId: number; triggerId: string }> {
  const workspaceId = (last += 1);
  await addLinkedWorkspace(table, { id: workspaceId, tokenSealed: 's'.repeat(240) });
  const { deviceId: _, ...item } = aTrigger({ id: crypto.randomUUID(), workspaceId, ...changes });
  const put = (Item: object) => table.doc.send(new PutCommand({ TableName: table.name, Item }));
  await put({ ...triggerKey(workspaceId, item.id), ...item });
  // A token has up to 2048 bytes; sealing adds a third.
  await put({ ...accessKey({ workspaceId }), ...anAccess(new Date(), { sealed: 'x'.repeat(2_900) }) });
  take();
  return { workspaceId, triggerId: item.id };
}

const stored = async (home: { workspaceId: number; triggerId: string }): Promise<TriggerItem | undefined> => {
  const Key = triggerKey(home.workspaceId, home.triggerId);
  const { Item } = await table.doc.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }));
  return Item && triggerItem.parse(Item);
};

// In 2096, because DynamoDB Local removes expired items by the machine's clock.
const aRun = (changes: Partial<Run> = {}): Run => ({
  id: crypto.randomUUID(),
  at: '2096-11-20T12:00:00.000Z',
  channel: 'webhook',
  outcome: 'sent',
  ms: 5999,
  stages: { arrival: 1500, read: 1500, claim: 1500, token: 3000, send: 2500 },
  ...changes,
});
const deadline = deadlineIn(() => new Date(), 60_000);
const chain = {
  at: 1_795_000_000_123,
  quick: 4,
  even: 1_000_000,
  gap: 2_999_999,
  loopAt: 1_795_000_000_123,
  triedAt: 1_795_000_000_124,
};
const sent: Traces = {
  executed: true,
  opened: false,
  eventAt: Date.parse('2096-11-20T12:00:05.999Z'),
};

describe('the cost of a run', () => {
  test('takes three read units for one batch, and one write unit', async () => {
    const { workspaceId, triggerId } = await aHome();
    await runs.facts({ workspaceId, triggerId, withSubscription: false, deadline });
    expect(used()).toEqual([3]);
    take();
    await runs.record(workspaceId, triggerId, aRun(), sent);
    expect(used()).toEqual([1]);
  });

  test('takes one write unit with a name of 110 times 名 and all details, if the trigger never looped', async () => {
    const { workspaceId, triggerId } = await aHome({ name: '名'.repeat(110), starter: 'contact-sensor' });
    const { loopAt: _, triedAt: _tried, ...unmarked } = chain;
    const longest = aRun({ who: '名'.repeat(110), requestId: crypto.randomUUID() });
    await runs.record(workspaceId, triggerId, longest, { ...sent, opened: true, chain: unmarked });
    take();
    await runs.record(workspaceId, triggerId, longest, sent);
    expect(used()).toEqual([1]);
  });

  test.each(['名', 'Ж', '𝒜'])('takes one write unit with the longest name, of 110 times %s', async (letter) => {
    const { workspaceId, triggerId } = await aHome({
      name: letter.repeat(110),
      userId: crypto.randomUUID(),
      starter: 'contact-sensor',
    });
    // These details are stored unless the name alone takes more than 330 bytes, or 310 after a loop.
    const told = { who: letter.repeat(110), requestId: crypto.randomUUID() };
    const longest = aRun({ outcome: 'workspaceInactive', ...(Buffer.byteLength(letter) <= 2 ? told : { stages: {} }) });
    await runs.record(workspaceId, triggerId, longest, { ...sent, opened: true, chain });
    take();
    await runs.record(workspaceId, triggerId, longest, sent);
    expect(used()).toEqual([1]);
  });
});

describe('the facts for a run', () => {
  test('reads workspace, trigger and access token', async () => {
    const { workspaceId, triggerId } = await aHome();
    const facts = await runs.facts({ workspaceId, triggerId, withSubscription: false, deadline });
    expect(facts).toMatchObject({
      workspace: { status: 'ATIVO', tokenHash: 'hash', link: { number: 1, amazonUserId: 'amzn1.ana' } },
      trigger: { id: triggerId, deviceId: `trg-${triggerId}` },
      access: { amazonUserId: 'amzn1.ana', version: 1 },
      subscription: undefined,
    });
  });

  test('reads the subscription if requested', async () => {
    const { workspaceId, triggerId } = await aHome();
    const item = { ...subscriptionKey(workspaceId), type: 'subscription', status: 'trialing' };
    await table.doc.send(new PutCommand({ TableName: table.name, Item: item }));
    const facts = await runs.facts({ workspaceId, triggerId, withSubscription: true, deadline });
    expect(facts.subscription).toMatchObject({ status: 'trialing' });
  });

  test('returns nothing for unknown ids, and omits and reports an unreadable item', async () => {
    const nowhere = { workspaceId: 404, triggerId: 'none', withSubscription: false, deadline };
    expect(await runs.facts(nowhere)).toEqual({});
    const { workspaceId, triggerId } = await aHome();
    const broken = { ...triggerKey(workspaceId, triggerId), type: 'trigger', id: triggerId, name: 5 };
    await table.doc.send(new PutCommand({ TableName: table.name, Item: broken }));
    const reported: string[] = [];
    const watching = createRunStore(table, undefined, ({ type }) => void reported.push(type));
    const facts = await watching.facts({ workspaceId, triggerId, withSubscription: false, deadline });
    expect(facts.trigger).toBeUndefined();
    expect(reported).toEqual(['trigger']);
  });
});

describe('a record', () => {
  test('sets lastExecuted only when Amazon accepted the event, and never updatedAt', async () => {
    const home = await aHome();
    await runs.record(home.workspaceId, home.triggerId, aRun({ outcome: 'unknown' }), { ...sent, executed: false });
    expect(await stored(home)).toMatchObject({ run: { outcome: 'unknown' }, updatedAt: '2026-11-01T00:00:00.000Z' });
    expect((await stored(home))?.lastExecuted).toBeUndefined();
    await runs.record(home.workspaceId, home.triggerId, aRun(), sent);
    expect(await stored(home)).toMatchObject({
      lastExecuted: '2096-11-20T12:00:00.000Z',
      updatedAt: '2026-11-01T00:00:00.000Z',
    });
  });

  test('keeps the time of the last event when a run is refused', async () => {
    const home = await aHome();
    await runs.record(home.workspaceId, home.triggerId, aRun(), sent);
    await runs.record(home.workspaceId, home.triggerId, aRun({ outcome: 'throttled' }), {
      executed: false,
      opened: false,
    });
    expect(await stored(home)).toMatchObject({ run: { outcome: 'throttled' }, rangAt: sent.eventAt });
  });

  test('keeps the series of voice runs when a run of another channel is recorded', async () => {
    const home = await aHome();
    await runs.record(home.workspaceId, home.triggerId, aRun({ channel: 'voice' }), { ...sent, chain });
    await runs.record(home.workspaceId, home.triggerId, aRun(), sent);
    expect(await stored(home)).toMatchObject({ chain });
  });

  test('does not restore a trigger that was just deleted', async () => {
    const { workspaceId } = await aHome();
    const place = { workspaceId, triggerId: 'deleted' };
    expect(await runs.record(workspaceId, 'deleted', aRun(), sent)).toBe('gone');
    expect(await stored(place)).toBeUndefined();
  });

  test('merges refusals by a limit into one counted item per minute, channel and caller', async () => {
    const home = await aHome();
    const place = { id: home.triggerId, workspaceId: home.workspaceId };
    const refuse = (second: number, keyId?: string) =>
      runs.countRefusal(place, aRun({ at: `2096-11-20T12:00:${second}.000Z`, outcome: 'tooMany' }), keyId);
    take();
    await Promise.all(Array.from({ length: 40 }, (_, index) => refuse(10 + index)));
    expect(used()).toEqual(Array.from({ length: 40 }, () => 1));
    await refuse(59, 'k1');
    const { runs: told } = await createExecutionStore(table, () => new Date('2096-11-21')).list(home.triggerId);
    expect(told).toMatchObject([
      { outcome: 'tooMany', at: '2096-11-20T12:00:59.000Z', times: 1 },
      { outcome: 'tooMany', times: 40 },
    ]);
  });

  test('lists counted refusals by the time of the last one among the runs of their minute', async () => {
    const home = await aHome();
    const now = () => new Date('2096-11-20T12:00:59.000Z');
    const executions = createExecutionStore(table, now);
    const at = (second: string): string => `2096-11-20T12:00:${second}.000Z`;
    const refuse = (second: string, outcome: 'notNow' | 'coolingDown') =>
      runs.countRefusal({ id: home.triggerId, ...home }, aRun({ at: at(second), outcome }), undefined);
    await refuse('05', 'notNow');
    await refuse('10', 'coolingDown');
    await executions.keep(home, aRun({ at: at('50') }), 'sent');
    await refuse('55', 'coolingDown');
    const inOrder = [
      { at: at('55'), outcome: 'coolingDown', times: 2 },
      { at: at('50'), outcome: 'sent' },
      { at: at('05'), outcome: 'notNow', times: 1 },
    ];
    expect((await executions.list(home.triggerId)).runs).toMatchObject(inOrder);
    expect((await executions.listTogether([home.triggerId])).runs).toMatchObject(inOrder);
  });

  const merging = Object.entries(outcomes).flatMap(([name, { merges }]) => (merges && isOutcome(name) ? [name] : []));
  test.each(channels.flatMap((channel) => merging.map((outcome) => [channel, outcome] as const)))(
    'stores refusals by %s with the outcome %s under valid ids, one for each caller',
    async (channel, outcome) => {
      const home = await aHome();
      const place = { id: home.triggerId, workspaceId: home.workspaceId };
      const callers = [{}, { who: 'Ana' }, { who: '名'.repeat(110) }, { who: 'Davi', person: '0123456789ab' }];
      for (const caller of callers) await runs.countRefusal(place, aRun({ channel, outcome, ...caller }), undefined);
      await runs.countRefusal(place, aRun({ channel, outcome }), 'k'.repeat(32));
      const { runs: told } = await createExecutionStore(table, () => new Date('2096-11-21')).list(home.triggerId);
      expect(told).toHaveLength(5);
      const only = await createExecutionStore(table, () => new Date('2096-11-21')).list(home.triggerId, undefined, {
        person: '0123456789ab',
      });
      expect(only.runs).toMatchObject([{ who: 'Davi' }]);
      expect(told.filter(({ id }) => !opaqueId.safeParse(id).success)).toEqual([]);
    },
  );

  describe('of a run that started before the recorded one', () => {
    const yesterday = '2096-11-19T12:00:00.000Z';
    const older = (changes: Partial<Run> = {}): Run => aRun({ id: 'older', ...changes });
    const newer = (changes: Partial<Run> = {}): Run =>
      aRun({ id: 'newer', at: '2096-11-20T12:00:03.000Z', ...changes });
    const refused: Traces = { executed: false, opened: false };
    const shown = async (home: Awaited<ReturnType<typeof aHome>>) => {
      const trigger = await stored(home);
      if (!trigger) throw new Error('The trigger is gone.');
      return triggerReply(trigger, new Date('2096-11-20T12:00:10.000Z'));
    };

    test('shows the failure of the newer run, and when Amazon last accepted an event', async () => {
      const home = await aHome({ lastExecuted: yesterday });
      await runs.record(home.workspaceId, home.triggerId, newer({ outcome: 'throttled' }), refused);
      expect(await runs.record(home.workspaceId, home.triggerId, older(), sent)).toBe('recorded');
      expect(await shown(home)).toMatchObject({
        lastExecuted: '2096-11-20T12:00:00.000Z',
        lastFailed: { at: '2096-11-20T12:00:03.000Z', outcome: 'throttled' },
      });
    });

    test.each([
      ['sent', sent],
      ['unknown', { ...sent, executed: false }],
    ] as const)(
      'shows that the newer run was sent and confirmed when the older one was %s',
      async (outcome, traces) => {
        const receipt = { ...newReceipt(yesterday), heard: 1, last: { id: 'newer', ms: 900 } };
        const home = await aHome({ receipt });
        await runs.record(home.workspaceId, home.triggerId, newer({ openMs: 60_000 }), sent);
        await runs.record(home.workspaceId, home.triggerId, older({ outcome, openMs: 60_000 }), traces);
        const { lastExecuted, lastFailed, receipt: told } = await shown(home);
        expect([lastExecuted, lastFailed]).toEqual(['2096-11-20T12:00:03.000Z', undefined]);
        expect(told).toMatchObject({ answer: 'ran', ranMs: 900 });
      },
    );

    test('adds the older run to the history, and removes it from the trigger afterwards', async () => {
      const home = await aHome();
      await runs.record(home.workspaceId, home.triggerId, newer(), sent);
      const before = await stored(home);
      await runs.record(home.workspaceId, home.triggerId, older({ who: 'Ana' }), sent);
      const after = await stored(home);
      if (!after) throw new Error('The trigger is gone.');
      const { keepHistory } = runHistory({ table, now: () => new Date('2096-11-20T12:00:10.000Z') });
      // A failed batch is repeated.
      await keepHistory({ before, after });
      await keepHistory({ before, after });
      const { runs: kept } = await createExecutionStore(table, () => new Date('2096-11-21')).list(home.triggerId);
      expect(kept).toMatchObject([{ id: 'older', who: 'Ana' }]);
      expect(await stored(home)).toEqual(before);
    });

    test('takes a second call only then, and a third one if Amazon accepted a newer event', async () => {
      const home = await aHome();
      const record = async (run: Run, traces: Traces): Promise<number> => {
        take();
        await runs.record(home.workspaceId, home.triggerId, run, traces);
        return take().length;
      };
      expect(await record(newer({ outcome: 'throttled' }), refused)).toBe(1);
      // The response to the first attempt may be lost.
      expect(await record(newer({ outcome: 'throttled' }), refused)).toBe(1);
      expect(await record(older(), sent)).toBe(2);
      expect(await record(older({ id: 'older too', outcome: 'unavailable' }), refused)).toBe(2);
      expect(await record(older({ id: 'oldest', at: '2096-11-20T11:59:59.000Z' }), sent)).toBe(3);
      expect(await stored(home)).toMatchObject({ lastExecuted: '2096-11-20T12:00:00.000Z', run: { id: 'newer' } });
    });

    test('opens the contact, because Alexa received the older event last', async () => {
      const home = await aHome({ starter: 'contact-sensor' });
      await runs.record(home.workspaceId, home.triggerId, newer(), { ...sent, opened: true });
      await runs.closed(home.workspaceId, home.triggerId, Date.parse('2096-11-20T12:00:03.000Z'));
      await runs.record(home.workspaceId, home.triggerId, older(), { ...sent, opened: true });
      expect(await stored(home)).toMatchObject({ openSince: Date.parse('2096-11-20T12:00:00.000Z') });
      expect((await stored(home))?.closedAt).toBeUndefined();
    });
  });

  test('keeps a contact open until it is closed for that very run', async () => {
    const home = await aHome();
    const at = Date.parse('2096-11-20T12:00:00.000Z');
    await runs.record(home.workspaceId, home.triggerId, aRun(), { ...sent, opened: true });
    await runs.closed(home.workspaceId, home.triggerId, at - 1);
    expect((await stored(home))?.openSince).toBe(at);
    await runs.closed(home.workspaceId, home.triggerId, at);
    expect((await stored(home))?.openSince).toBeUndefined();
    expect((await stored(home))?.closedAt).toBeGreaterThan(at);
    await runs.record(home.workspaceId, home.triggerId, aRun(), { ...sent, opened: true });
    expect((await stored(home))?.closedAt).toBeUndefined();
  });
});
