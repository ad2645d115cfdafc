import { describe, expect, test } from 'vitest';

import type { Channel } from '#shared/rules/channels.ts';
import { aTrigger } from '#test/support/worlds/a-trigger.ts';
import { anExecution } from '#test/support/worlds/an-execution.ts';

import { executeTrigger } from './execute-trigger.ts';

const minute = 60_000;

/** A trigger whose table stores what runs record, unless it is down. */
function aHome() {
  const trigger = aTrigger();
  const world = anExecution({ facts: { trigger } });
  const table = { isDown: false };
  world.deps.runs = {
    ...world.deps.runs,
    record(_, __, run, traces) {
      if (table.isDown) return Promise.reject(new Error('table down'));
      world.recorded.push({ run, traces });
      const { eventAt, chain } = traces;
      Object.assign(trigger, { run, ...(eventAt !== undefined && { rangAt: eventAt }), ...(chain && { chain }) });
      return Promise.resolve('recorded');
    },
  };
  const fire = async (channel: Channel) => {
    const startedAt = world.clock.now();
    const request = { channel, workspaceId: 7, triggerId: 'good-night', startedAt, mayFire: () => true };
    return (await executeTrigger(world.deps, request)).outcome;
  };
  /** Fires by voice after each of these waits. */
  const hears = async (...waits: number[]) => {
    const outcomes: string[] = [];
    for (const ms of waits) {
      world.clock.pass(ms);
      outcomes.push(await fire('voice'));
    }
    return outcomes;
  };
  return { ...world, table, trigger, fire, hears };
}
const times = (count: number, ms: number): number[] => Array.from({ length: count }, () => ms);

describe('loops', () => {
  test('stops a loop at the sixth voice run without sending an event', async () => {
    const home = aHome();
    await home.fire('webhook');
    expect(await home.hears(...times(6, 4_000))).toEqual([...Array.from({ length: 5 }, () => 'sent'), 'loop']);
    expect(home.sentEvents).toHaveLength(6);
    expect(home.recorded.at(-1)).toMatchObject({
      run: { outcome: 'loop' },
      traces: { executed: false, chain: { loopAt: home.clock.now().getTime() - 5 } },
    });
    expect(home.recorded.at(-1)?.traces).not.toHaveProperty('eventAt');
    expect(home.recorded.at(-1)?.traces).not.toHaveProperty('counted');
  });

  test('counts the voice runs of a loop, whatever other channels fire in between', async () => {
    const home = aHome();
    for (let round = 1; round <= 5; round += 1) {
      expect(await home.hears(60_000)).toEqual(['sent']);
      home.clock.pass(30_000);
      expect(await home.fire('click')).toBe('sent');
    }
    expect(await home.hears(30_000)).toEqual(['loop']);
    expect(await home.fire('webhook')).toBe('sent');
  });

  test('stops a loop one run later for each run that could not be recorded', async () => {
    const home = aHome();
    await home.hears(4_000, 4_000);
    home.table.isDown = true;
    expect(await home.hears(4_000)).toEqual(['sent']);
    home.table.isDown = false;
    // The guard of an unrecorded run stays until it expires.
    home.claims.clear();
    expect(await home.hears(...times(4, 4_000))).toEqual(['sent', 'sent', 'sent', 'loop']);
  });

  test('does not count voice runs that sent nothing', async () => {
    const home = aHome();
    await home.hears(...times(4, 10_000));
    const before = home.trigger.chain;
    home.trigger.enabled = false;
    expect(await home.hears(10_000)).toEqual(['disabled']);
    home.trigger.enabled = true;
    expect(home.trigger.chain).toEqual(before);
  });

  test('counts voice runs that may have been sent', async () => {
    const home = aHome();
    home.deps.sendEvent = () => Promise.resolve({ outcome: 'unknown', stages: { token: 0, send: 0 } });
    expect(await home.hears(...times(6, 4_000))).toEqual([...Array.from({ length: 5 }, () => 'unknown'), 'loop']);
  });
});

test('records nothing about voice runs when other channels fire', async () => {
  const home = aHome();
  for (const channel of ['webhook', 'click'] as const) {
    await home.fire(channel);
    expect(home.recorded.at(-1)?.traces).not.toHaveProperty('chain');
  }
});

test('treats a voice command within three seconds of a run as an echo, which does not count', async () => {
  const home = aHome();
  await home.hears(0, minute);
  const { chain } = home.trigger;
  expect(await home.hears(1_000)).toEqual(['echo']);
  expect(home.trigger.chain).toEqual(chain);
});
