import { beforeEach, describe, expect, test } from 'vitest';

import { atEveryWrite, lived } from '../../support/crashes/at-every-write.ts';
import { crashingTable, type Moment } from '../../support/crashes/crashing-table.ts';
import { minutes } from '../../support/worlds/a-clock.ts';
import { aScheduledHome, type ScheduledHome } from './a-scheduled-home.ts';

const refusal = (code: string) => expect.objectContaining({ code });

let home: ScheduledHome;
beforeEach(async () => {
  home = await aScheduledHome();
});

/** Runs the clock of the coming night and then the worker. With `answers` the routine confirms. */
async function night(answers: boolean): Promise<void> {
  const { trigger, nextAt = '' } = await home.nightly();
  const id = trigger?.id ?? '';
  home.clock.pass(Date.parse(nextAt) - home.clock.now().getTime() + 10_000);
  await home.renewAccess();
  await home.tick();
  await home.keepHistory(id);
  home.clock.pass(2_000);
  if (answers) await home.hear(id);
}

describe('the nightly check', () => {
  test('creates a confirming trigger with a run every night that no list shows', async () => {
    expect(await home.nightly()).toEqual({ state: 'off' });
    const made = await home.switchNightly(true);
    // Workspace 7 runs at 03:07 in São Paulo.
    expect(made).toMatchObject({ state: 'notSetUp', trigger: { name: 'Recado test' } });
    expect(made.nextAt).toMatch(/T06:07:00\.000Z$/);
    expect(await home.stored(made.trigger?.id ?? '')).toMatchObject({ receipt: { silent: 0 }, enabled: true });
    expect(await home.list()).toEqual([]);
    expect(await home.switchNightly(true)).toEqual(made);
  });

  test('takes the next name when one is taken, even by a confirming device', async () => {
    await home.aTrigger('Recado test');
    await home.aTrigger('recado TEST 2 ok');
    expect((await home.switchNightly(true)).trigger?.name).toBe('Recado test 3');
  });

  test('reports no failure before its routine has answered once', async () => {
    await home.switchNightly(true);
    await night(false);
    home.clock.pass(minutes(20));
    expect(await home.nightly()).toMatchObject({ state: 'notSetUp' });
    expect(await home.nightly()).not.toHaveProperty('failed');
    await night(true);
    expect(await home.nightly()).toMatchObject({ state: 'ok', last: { ms: 2_000 } });
  });

  test('reports the first night without an answer, and recovers with the next answer', async () => {
    await home.switchNightly(true);
    await night(true);
    await night(false);
    expect(await home.nightly()).toMatchObject({ state: 'ok' });
    home.clock.pass(minutes(20));
    const { failed } = await home.nightly();
    expect(failed?.why).toBe('noAnswer');
    await night(false);
    home.clock.pass(minutes(20));
    expect(await home.nightly()).toMatchObject({ state: 'failed', failed });
    await night(true);
    expect(await home.nightly()).toMatchObject({ state: 'ok', last: { ms: 2_000 } });
  });

  test('reports why a night did not reach Alexa', async () => {
    await home.switchNightly(true);
    await night(true);
    home.sent.outcome = 'skillNotEnabled';
    await night(false);
    expect(await home.nightly()).toMatchObject({ state: 'failed', failed: { why: 'skillNotEnabled' } });
  });

  test('repeats a run that Alexa did not accept once, half an hour later, and fails when that fails as well', async () => {
    await home.switchNightly(true);
    await night(true);
    const { nextAt = '' } = await home.nightly();
    home.sent.outcome = 'unavailable';
    await night(false);
    const repeatAt = new Date(Date.parse(nextAt) + minutes(30)).toISOString();
    expect(await home.nightly()).toMatchObject({ state: 'ok', nextAt: repeatAt });
    await night(false);
    const nextDay = new Date(Date.parse(nextAt) + minutes(24 * 60)).toISOString();
    expect(await home.nightly()).toMatchObject({ state: 'failed', nextAt: nextDay, failed: { why: 'unavailable' } });
  });

  test('succeeds when the routine answers the repeated run', async () => {
    await home.switchNightly(true);
    await night(true);
    home.sent.outcome = 'throttled';
    await night(false);
    home.sent.outcome = 'sent';
    await night(true);
    const { state, nextAt = '' } = await home.nightly();
    expect([state, nextAt.slice(11)]).toEqual(['ok', '06:07:00.000Z']);
  });

  test.each(['rejected', 'skillNotEnabled'] as const)(
    'does not repeat a run in the same night when it was %s',
    async (outcome) => {
      await home.switchNightly(true);
      await night(true);
      const { nextAt = '' } = await home.nightly();
      home.sent.outcome = outcome;
      await night(false);
      const nextDay = new Date(Date.parse(nextAt) + minutes(24 * 60)).toISOString();
      expect(await home.nightly()).toMatchObject({ state: 'failed', nextAt: nextDay });
    },
  );

  test('removes its trigger and its runs when it is disabled, and can be enabled again', async () => {
    const first = await home.switchNightly(true);
    await night(true);
    expect(await home.switchNightly(false)).toEqual({ state: 'off' });
    expect(await home.stored(first.trigger?.id ?? '')).toBeUndefined();
    expect(await home.switchNightly(false)).toEqual({ state: 'off' });
    expect(await home.switchNightly(true)).toMatchObject({ state: 'notSetUp' });
  });

  test('turns off when a user deletes its trigger', async () => {
    const { trigger } = await home.switchNightly(true);
    await home.deleteTrigger(trigger?.id ?? '');
    expect(await home.nightly()).toEqual({ state: 'off' });
  });

  test('requires a time zone, a home, and room for two devices', async () => {
    home = await aScheduledHome({ timeZone: undefined });
    await expect(home.switchNightly(true)).rejects.toEqual(refusal('plannedRun.zoneMissing'));
    expect(await home.switchNightly(true, 'Europe/Lisbon')).toMatchObject({ state: 'notSetUp' });
    home = await aScheduledHome({ triggerCount: 298 });
    await expect(home.switchNightly(true)).rejects.toEqual(refusal('trigger.limitReached'));
    expect(await home.nightly()).toEqual({ state: 'off' });
  });
});

const sentOnce = { outcome: 'sent', events: 1 };
/** Results of a process that died between its claim and its record of the run. */
const unknownTo = [0, 1].map((events) => ({ outcome: 'unknown', events }));

describe.each<Moment>(['before', 'after'])('a process that dies %s any write', (moment) => {
  test('enables the nightly check with one trigger when the first attempt died', async () => {
    const writes = await atEveryWrite(async (count) => {
      home = await aScheduledHome();
      const dying = crashingTable(home.table, count, moment);
      const { died } = await lived(home.processOn(dying).switchNightly(true));
      expect(await home.switchNightly(true)).toMatchObject({ state: 'notSetUp', trigger: { name: 'Recado test' } });
      const triggers = await home.deps.triggers.list(7, 1);
      expect(triggers.map(({ name }) => name).toSorted()).toEqual(['Boa noite', 'Recado test']);
      return { died };
    });
    expect(writes).toBeGreaterThan(3);
  });

  test('runs a planned run at most once, and stores it as sent or unknown in the history', async () => {
    const writes = await atEveryWrite(async (count) => {
      home = await aScheduledHome();
      const { id: triggerId } = home.trigger;
      await home.plan({ triggerId, rule: { days: [1, 2, 3, 4, 5, 6, 7], time: '09:05' } });
      home.clock.pass(minutes(5));
      const dying = crashingTable(home.table, count, moment);
      const { died } = await lived(home.processOn(dying).tick());
      for (let minute = 1; minute <= 3; minute += 1) {
        home.clock.pass(minutes(1));
        await home.tick();
      }
      const [plan] = await home.list();
      const { last } = plan ?? {};
      expect(plan?.nextAt).toBe(home.later(minutes(24 * 60 - 3)));
      const told = { outcome: last?.outcome, events: home.eventsOf(triggerId) };
      expect([sentOnce, ...unknownTo]).toContainEqual(told);
      if ((await home.stored(triggerId))?.run) await home.keepHistory(triggerId);
      const { runs } = await home.deps.executions.list(triggerId);
      // The history shows what was recorded, even if its key was lost.
      expect(runs).toMatchObject([
        { channel: 'schedule', dueAt: last?.at, outcome: expect.stringMatching(/^(sent|unknown)$/) },
      ]);
      expect(told.events === 1 || runs[0]?.outcome === 'unknown').toBe(true);
      return { died: died || dying.died() };
    });
    expect(writes).toBeGreaterThan(2);
  });
});
