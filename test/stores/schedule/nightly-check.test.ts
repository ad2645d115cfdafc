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

/** The clock of the coming night, and the worker after it; `answers`: its routine does. */
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
  test('makes a trigger that confirms, and a run every night, which is in no list', async () => {
    expect(await home.nightly()).toEqual({ state: 'off' });
    const made = await home.switchNightly(true);
    // Workspace 7, at 03:07 in Sao Paulo.
    expect(made).toMatchObject({ state: 'notSetUp', trigger: { name: 'Recado test' } });
    expect(made.nextAt).toMatch(/T06:07:00\.000Z$/);
    expect(await home.stored(made.trigger?.id ?? '')).toMatchObject({ receipt: { silent: 0 }, enabled: true });
    expect(await home.list()).toEqual([]);
    expect(await home.switchNightly(true)).toEqual(made);
  });

  test('takes the next name where one is taken, also that of the device that confirms', async () => {
    await home.aTrigger('Recado test');
    await home.aTrigger('recado TEST 2 ok');
    expect((await home.switchNightly(true)).trigger?.name).toBe('Recado test 3');
  });

  test('tells no failure before its routine has answered once', async () => {
    await home.switchNightly(true);
    await night(false);
    home.clock.pass(minutes(20));
    expect(await home.nightly()).toMatchObject({ state: 'notSetUp' });
    expect(await home.nightly()).not.toHaveProperty('failed');
    await night(true);
    expect(await home.nightly()).toMatchObject({ state: 'ok', last: { ms: 2_000 } });
  });

  test('tells since which night no answer came, and is well again after the next answer', async () => {
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

  test('tells what kept a night from Alexa', async () => {
    await home.switchNightly(true);
    await night(true);
    home.sent.outcome = 'skillNotEnabled';
    await night(false);
    expect(await home.nightly()).toMatchObject({ state: 'failed', failed: { why: 'skillNotEnabled' } });
  });

  test('that Alexa did not take is repeated once, half an hour later, and fails when that fails, too', async () => {
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

  test('that Alexa did not take at first and its routine answered then is well', async () => {
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
    'that was %s is not repeated in the same night',
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

  test('switched off takes its trigger and its nights with it, and may be switched on anew', async () => {
    const first = await home.switchNightly(true);
    await night(true);
    expect(await home.switchNightly(false)).toEqual({ state: 'off' });
    expect(await home.stored(first.trigger?.id ?? '')).toBeUndefined();
    expect(await home.switchNightly(false)).toEqual({ state: 'off' });
    expect(await home.switchNightly(true)).toMatchObject({ state: 'notSetUp' });
  });

  test('is off once a person deletes its trigger', async () => {
    const { trigger } = await home.switchNightly(true);
    await home.deleteTrigger(trigger?.id ?? '');
    expect(await home.nightly()).toEqual({ state: 'off' });
  });

  test('needs a zone, a home, and room for two devices', async () => {
    home = await aScheduledHome({ timeZone: undefined });
    await expect(home.switchNightly(true)).rejects.toEqual(refusal('plannedRun.zoneMissing'));
    expect(await home.switchNightly(true, 'Europe/Lisbon')).toMatchObject({ state: 'notSetUp' });
    home = await aScheduledHome({ triggerCount: 298 });
    await expect(home.switchNightly(true)).rejects.toEqual(refusal('trigger.limitReached'));
    expect(await home.nightly()).toEqual({ state: 'off' });
  });
});

const sentOnce = { outcome: 'sent', events: 1 };
/** One that died between its claim and what it kept of the run. */
const unknownTo = [0, 1].map((events) => ({ outcome: 'unknown', events }));

describe.each<Moment>(['before', 'after'])('a process that dies %s any write', (moment) => {
  test('of switching the check on leaves what the next try finishes, with one trigger', async () => {
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

  test('of a planned run leaves one that ran once, or is told, and is in the history of its trigger', async () => {
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
      // What was recorded is what the history tells, also where its key was lost.
      expect(runs).toMatchObject([
        { channel: 'schedule', dueAt: last?.at, outcome: expect.stringMatching(/^(sent|unknown)$/) },
      ]);
      expect(told.events === 1 || runs[0]?.outcome === 'unknown').toBe(true);
      return { died: died || dying.died() };
    });
    expect(writes).toBeGreaterThan(2);
  });
});
