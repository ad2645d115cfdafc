import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';

import { storedPlannedRun } from '#functions/data/items/planned-run-item.ts';
import { workspaceKey } from '#functions/data/keys.ts';
import { maxByWebhook, maxByWebhookDaily, maxPlannedRuns } from '#shared/rules/schedule/limits.ts';

import { minutes } from '../../support/worlds/a-clock.ts';
import { setAttributes } from '../../support/worlds/set-attributes.ts';
import { aScheduledHome, workspaceId, type ScheduledHome } from './a-scheduled-home.ts';

const refusal = (code: string) => expect.objectContaining({ code });
const everyDay = (time: string) => ({ days: [1, 2, 3, 4, 5, 6, 7], time });

let home: ScheduledHome;
let triggerId: string;
beforeEach(async () => {
  home = await aScheduledHome();
  triggerId = home.trigger.id;
});

describe('a run that is planned once', () => {
  test('runs once when it is due, and not before', async () => {
    const { id } = await home.plan({ triggerId, at: home.later(minutes(15)) });
    await home.tick();
    expect(home.eventsOf(triggerId)).toBe(0);
    home.clock.pass(minutes(15) + 20_000);
    await home.tick();
    await home.tick();
    expect(home.eventsOf(triggerId)).toBe(1);
    const [plan] = await home.list();
    expect(plan).toEqual({
      id,
      triggerId,
      by: 'click',
      at: home.later(-20_000),
      paused: false,
      last: { at: home.later(-20_000), outcome: 'sent' },
    });
    expect((await home.stored(triggerId))?.run).toMatchObject({ channel: 'schedule', dueAt: home.later(-20_000) });
  });

  test('runs a minute later when the limit of its workspace is reached', async () => {
    const small = await aScheduledHome({}, 2);
    const triggers = [small.trigger, await small.aTrigger('Dois'), await small.aTrigger('Tres')];
    for (const { id } of triggers) await small.plan({ triggerId: id, at: small.later(minutes(5)) });
    small.clock.pass(minutes(5));
    await small.tick();
    expect(small.sent.events).toHaveLength(2);
    expect(small.lines).toContain('plannedRun.postponed');
    expect(small.metered).toContainEqual(expect.objectContaining({ ClockDue: 3, ClockLateSeconds: 0 }));
    const waiting = triggers.find(({ id }) => small.eventsOf(id) === 0)?.id ?? '';
    expect((await small.stored(waiting))?.run).toBeUndefined();
    small.clock.pass(minutes(1));
    await small.tick();
    expect(triggers.map(({ id }) => small.eventsOf(id))).toEqual([1, 1, 1]);
    expect((await small.list()).map(({ last }) => last?.outcome)).toEqual(['sent', 'sent', 'sent']);
  });

  test('lists a finished run for a day, and can plan it again', async () => {
    const { id } = await home.plan({ triggerId, at: home.later(minutes(1)) });
    home.clock.pass(minutes(1));
    await home.tick();
    const next = home.later(minutes(30));
    expect(await home.change(id, { at: next })).toMatchObject({ at: next, nextAt: next });
    home.clock.pass(minutes(30));
    await home.tick();
    expect(home.eventsOf(triggerId)).toBe(2);
    home.clock.pass(minutes(24 * 60) + 1_000);
    expect(await home.list()).toEqual([]);
  });

  test.each([
    ['now', 0],
    ['a minute ago', minutes(-1)],
    ['in more than a year', minutes(367 * 24 * 60)],
  ])('rejects a planned run whose time is %s', async (_, ms) => {
    const planned = home.plan({ triggerId, at: home.later(ms) });
    await expect(planned).rejects.toEqual(refusal('plannedRun.timeInvalid'));
  });

  test('rejects a planned run with both a time and a rule, with neither, or for an unknown trigger', async () => {
    const at = home.later(minutes(5));
    await expect(home.plan({ triggerId, at, rule: everyDay('07:00') })).rejects.toEqual(
      refusal('plannedRun.timeInvalid'),
    );
    await expect(home.plan({ triggerId })).rejects.toEqual(refusal('plannedRun.timeInvalid'));
    await expect(home.plan({ triggerId: 'unknown', at })).rejects.toEqual(refusal('trigger.notFound'));
  });
});

describe('a rule', () => {
  test('runs a rule at the local time of the workspace every day', async () => {
    // 12:00 UTC is 09:00 in the workspace.
    await home.plan({ triggerId, rule: everyDay('09:30') });
    for (let day = 1; day <= 3; day += 1) {
      home.clock.pass(day === 1 ? minutes(30) : minutes(24 * 60));
      await home.renewAccess();
      await home.tick();
      expect(home.eventsOf(triggerId)).toBe(day);
    }
    expect((await home.list())[0]).toMatchObject({ nextAt: home.later(minutes(24 * 60)) });
  });

  test('requires a time zone for a rule, and takes the browser’s if the workspace has none', async () => {
    home = await aScheduledHome({ timeZone: undefined });
    triggerId = home.trigger.id;
    await expect(home.plan({ triggerId, rule: everyDay('09:30') })).rejects.toEqual(refusal('plannedRun.zoneMissing'));
    await home.plan({ triggerId, at: home.later(minutes(5)) });
    expect((await home.deps.workspaces.find(workspaceId))?.timeZone).toBeUndefined();
    const { nextAt } = await home.plan({ triggerId, rule: everyDay('13:30'), timeZone: 'UTC' });
    expect(nextAt).toBe(home.later(minutes(90)));
    expect((await home.deps.workspaces.find(workspaceId))?.timeZone).toBe('UTC');
    await home.plan({ triggerId, rule: everyDay('13:45'), timeZone: 'Asia/Tokyo' });
    expect((await home.deps.workspaces.find(workspaceId))?.timeZone).toBe('UTC');
  });

  test('keeps the local time of a rule when the workspace changes its zone, and keeps due runs due', async () => {
    const { id } = await home.plan({ triggerId, rule: everyDay('09:30') });
    const due = await home.plan({ triggerId, rule: everyDay('09:10') });
    const once = await home.plan({ triggerId, at: home.later(minutes(60)) });
    home.clock.pass(minutes(11));
    await home.moveTo('UTC');
    const next = Object.fromEntries((await home.list()).map((plan) => [plan.id, plan.nextAt]));
    expect(next[id]).toMatch(/T09:30:00\.000Z$/);
    expect(next[due.id]).toBe(due.nextAt);
    expect(next[once.id]).toBe(once.nextAt);
    await home.tick();
    expect(home.eventsOf(triggerId)).toBe(1);
    const after = await home.list();
    expect(after.find((plan) => plan.id === due.id)?.nextAt).toMatch(/T09:10:00\.000Z$/);
  });
});

describe('changes before the due time', () => {
  test('skips a rule while it is paused, and continues at its next time', async () => {
    const { id } = await home.plan({ triggerId, rule: everyDay('09:30') });
    expect(await home.change(id, { paused: true })).not.toHaveProperty('nextAt');
    home.clock.pass(minutes(31));
    await home.tick();
    expect(home.eventsOf(triggerId)).toBe(0);
    expect(await home.change(id, { paused: false })).toMatchObject({ nextAt: home.later(minutes(24 * 60 - 1)) });
  });

  test('skips runs that were deleted, paused or changed, even if the index still lists them', async () => {
    const plans = await Promise.all(
      [1, 2, 3].map((minute) => home.plan({ triggerId, at: home.later(minutes(minute)) })),
    );
    home.clock.pass(minutes(5));
    const { plannedRuns } = home.deps;
    const pages = new Map<string, Awaited<ReturnType<typeof plannedRuns.due>>>();
    const { runDue } = await import('#functions/schedule/run-due.ts');
    const { deadlineIn } = await import('#functions/platform/time/deadline.ts');
    const stale: typeof plannedRuns = {
      ...plannedRuns,
      async due(partition, until, from) {
        const page = await plannedRuns.due(partition, until, from);
        pages.set(partition, page);
        if (pages.size < 4) return new Promise((resolve) => waiting.push(() => resolve(page)));
        const [one, two, three] = plans;
        await home.remove(one?.id ?? '');
        await home.change(two?.id ?? '', { paused: true });
        await home.change(three?.id ?? '', { at: home.later(minutes(60)) });
        for (const go of waiting) go();
        return page;
      },
    };
    const waiting: (() => void)[] = [];
    await runDue({ ...home.deps, plannedRuns: stale }, deadlineIn(home.clock.now, 45_000));
    expect(home.eventsOf(triggerId)).toBe(0);
    expect(await home.list()).toHaveLength(2);
  });

  test('does not find planned runs of another workspace, of an earlier link or of the nightly check', async () => {
    const { id } = await home.plan({ triggerId, at: home.later(minutes(5)) });
    await home.switchNightly(true);
    for (const wrong of ['unknown', 'nightly-1']) {
      await expect(home.change(wrong, { paused: true })).rejects.toEqual(refusal('plannedRun.notFound'));
      await expect(home.remove(wrong)).rejects.toEqual(refusal('plannedRun.notFound'));
    }
    await setAttributes(home.table, workspaceKey(workspaceId), { 'link.number': 2 });
    expect(await home.list()).toEqual([]);
    await expect(home.remove(id)).rejects.toEqual(refusal('plannedRun.notFound'));
    home.clock.pass(minutes(6));
    await home.tick();
    expect(home.eventsOf(triggerId)).toBe(0);
  });
});

test('deletes planned runs with their trigger, even one that is planned concurrently', async () => {
  const other = await home.aTrigger('Bom dia');
  await home.plan({ triggerId, rule: everyDay('09:30') });
  const kept = await home.plan({ triggerId: other.id, rule: everyDay('09:30') });
  await Promise.allSettled([
    home.deleteTrigger(triggerId),
    ...[1, 2, 3].map((minute) => home.plan({ triggerId, at: home.later(minutes(minute)) })),
  ]);
  if (await home.stored(triggerId)) await home.deleteTrigger(triggerId);
  expect((await home.list()).map(({ id }) => id)).toEqual([kept.id]);
});

/** Adds planned runs as the clock leaves finished ones. */
async function addOver(count: number): Promise<void> {
  const [createdAt, expiresAt] = [home.later(0), Date.parse(home.later(minutes(60))) / 1000];
  const about = { type: 'plannedRun', workspaceId, link: 1, triggerId, by: 'webhook', createdAt, rev: 2 } as const;
  const put = async (number: number) => {
    const item = storedPlannedRun({ ...about, id: `over-${number}`, expiresAt });
    await home.table.doc.send(new PutCommand({ TableName: home.table.name, Item: item }));
  };
  for (let number = 0; number < count; number += 1) await put(number);
}

test('deletes a trigger with more finished planned runs than fit into one transaction', async () => {
  await addOver(120);
  expect(await home.list()).toHaveLength(120);
  await home.deleteTrigger(triggerId);
  expect(await home.list()).toEqual([]);
});

test('leaves room for ten runs of a user next to those of webhooks, and allows webhooks 200 a day', async () => {
  const byWebhook = () => home.plan({ triggerId, at: home.later(minutes(5)), by: 'webhook' });
  for (let count = 0; count < maxByWebhook; count += 1) await byWebhook();
  await expect(byWebhook()).rejects.toEqual(refusal('plannedRun.limitReached'));
  await home.plan({ triggerId, at: home.later(minutes(5)) });
  await addOver(maxByWebhookDaily - maxByWebhook);
  home.clock.pass(minutes(6));
  await home.tick();
  await expect(byWebhook()).rejects.toEqual(refusal('plannedRun.limitReached'));
  await home.plan({ triggerId, at: home.later(minutes(5)) });
});

test('allows 50 planned runs per workspace, even concurrently, and does not count finished ones', async () => {
  for (let count = 0; count < maxPlannedRuns - 3; count += 1) {
    await home.plan({ triggerId, at: home.later(minutes(1 + count)) });
  }
  const rest = await Promise.allSettled(
    Array.from({ length: 12 }, () => home.plan({ triggerId, at: home.later(minutes(90)) })),
  );
  const reasons = rest.flatMap((each) => (each.status === 'rejected' ? [String(each.reason.code)] : []));
  expect(await home.list()).toHaveLength(50 - (12 - reasons.length < 3 ? 3 - (12 - reasons.length) : 0));
  expect(new Set(reasons)).toContain('plannedRun.limitReached');
  while ((await home.list()).length < 50) await home.plan({ triggerId, at: home.later(minutes(90)) });
  await expect(home.plan({ triggerId, at: home.later(minutes(90)) })).rejects.toEqual(
    refusal('plannedRun.limitReached'),
  );
  home.clock.pass(minutes(1));
  await home.tick();
  await home.plan({ triggerId, at: home.later(minutes(90)) });
});

describe('the clock', () => {
  test('skips runs that are more than ten minutes late, and records each as missed', async () => {
    await home.plan({ triggerId, rule: everyDay('09:30') });
    home.clock.pass(minutes(2 * 24 * 60 + 45));
    await home.renewAccess();
    const [last, second, first] = [0, 1, 2].map((day) => home.later(minutes(-15 - day * 24 * 60)));
    const next = home.later(minutes(24 * 60 - 15));
    for (let look = 0; look < 4; look += 1) {
      home.clock.pass(1);
      await home.tick();
      await home.keepHistory(triggerId);
    }
    expect(home.sent.events).toEqual([]);
    const { runs } = await home.deps.executions.list(triggerId);
    expect(runs.map(({ outcome, dueAt }) => [outcome, dueAt])).toEqual([
      ['missed', last],
      ['missed', second],
      ['missed', first],
    ]);
    expect((await home.list())[0]).toMatchObject({
      last: { at: last, outcome: 'missed' },
      nextAt: next,
    });
  });

  test('runs what is ten minutes late, and meters the delay', async () => {
    await home.plan({ triggerId, at: home.later(minutes(5)) });
    home.clock.pass(minutes(15));
    await home.tick();
    expect(home.eventsOf(triggerId)).toBe(1);
    expect(home.metered).toContainEqual({ ClockDue: 1, ClockLateSeconds: 600 });
  });

  test('runs nothing twice when the clock is set back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 2, maxLength: 12 }), async (steps) => {
        const own = await home.aTrigger(
          `Vai e volta ${home.sent.events.length} ${steps.join(' ').replaceAll('-', 'n')}`.slice(0, 100),
        );
        const { nextAt = '' } = await home.plan({ triggerId: own.id, at: home.later(minutes(30)) });
        let ahead = 0;
        for (const step of steps) {
          home.clock.pass(minutes(step));
          ahead += step;
          await home.tick();
        }
        expect(home.eventsOf(own.id)).toBeLessThanOrEqual(1);
        home.clock.pass(minutes(-ahead));
        const plan = (await home.list()).find((each) => each.triggerId === own.id);
        expect([undefined, nextAt]).toContain(plan?.last?.at);
        await home.deleteTrigger(own.id);
      }),
      { numRuns: 12 },
    );
  });

  test('fires each run once when the clock runs concurrently', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        home.plan({ triggerId, at: home.later(minutes(1) + index) }).catch(() => undefined),
      ),
    );
    const planned = (await home.list()).length;
    home.clock.pass(minutes(2));
    await Promise.all([home.tick(), home.tick(), home.tick()]);
    await home.tick();
    expect(home.eventsOf(triggerId)).toBe(planned);
    expect((await home.list()).every(({ last }) => last?.outcome === 'sent')).toBe(true);
  });

  test('stores the result of a run that Alexa did not accept, and does not retry it', async () => {
    home.sent.outcome = 'unavailable';
    await home.plan({ triggerId, at: home.later(minutes(1)) });
    home.clock.pass(minutes(1));
    await home.tick();
    home.sent.outcome = 'sent';
    await home.tick();
    expect(home.eventsOf(triggerId)).toBe(1);
    expect((await home.list())[0]?.last?.outcome).toBe('unavailable');
  });

  test('leaves runs for the next minute when no time is left', async () => {
    await home.plan({ triggerId, at: home.later(minutes(1)) });
    home.clock.pass(minutes(1));
    await home.tick(0);
    expect(home.eventsOf(triggerId)).toBe(0);
    home.clock.pass(minutes(1));
    await home.tick();
    expect(home.eventsOf(triggerId)).toBe(1);
  });
});

describe('a webhook that plans with a key', () => {
  const wish = () => ({ triggerId, by: 'webhook' as const, id: 'key-1', at: home.later(minutes(15)) });

  test('plans once and returns the first plan again, even for concurrent calls', async () => {
    const all = await Promise.all([home.plan(wish()), home.plan(wish()), home.plan(wish())]);
    home.clock.pass(minutes(1));
    const again = await home.plan(wish());
    expect(new Set([...all, again].map(({ id, at }) => `${id} ${at}`)).size).toBe(1);
    expect(await home.list()).toHaveLength(1);
  });

  test('does not plan again for a day what a user has deleted', async () => {
    await home.plan(wish());
    await home.remove('key-1');
    expect(await home.list()).toEqual([]);
    await expect(home.plan(wish())).rejects.toEqual(refusal('plannedRun.notFound'));
    home.clock.pass(minutes(24 * 60) + 1_000);
    await home.plan(wish());
    expect(await home.list()).toHaveLength(1);
  });
});
