import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { streakAfter, isFirstTry, isLoop, loopOverAt, type VoiceStreak } from './loop.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** A trigger that receives voice runs. */
function aTrigger() {
  let streak: VoiceStreak | undefined;
  const outcomes: ('sent' | 'loop')[] = [];
  return {
    outcomes,
    chain: () => streak,
    sent: () => outcomes.filter((one) => one === 'sent').length,
    hears(at: number, sendingMs = 0): 'sent' | 'loop' {
      const outcome = isLoop(streak, at) ? 'loop' : 'sent';
      streak = streakAfter(streak, at, outcome === 'sent' ? at + sendingMs : undefined);
      outcomes.push(outcome);
      return outcome;
    },
  };
}

/**
 * Runs a routine that waits and fires its own trigger until a run is refused, and returns the number of runs.
 * `overheads` are the milliseconds that Alexa takes in addition to each wait.
 */
function runsOfLoop(waitMs: number, overheads: readonly number[], most = 200): number {
  const trigger = aTrigger();
  let at = 0;
  for (let runs = 1; runs <= most; runs += 1) {
    at += waitMs + (overheads[runs % overheads.length] ?? 0);
    if (trigger.hears(at, 200) === 'loop') return runs;
    at += 200;
  }
  return Infinity;
}

/** Alexa takes up to ten seconds in addition to a wait. */
const overheads = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 30 });

describe('a routine that starts itself', () => {
  test.each([3, 4, 30, 90])("stops a loop with a wait of %d s after six runs, whatever Alexa's delay", (seconds) => {
    fc.assert(
      fc.property(overheads, (times) => {
        expect(runsOfLoop(seconds * second, times)).toBe(6);
      }),
    );
  });

  test('stops a loop with a wait of three minutes after ten runs', () => {
    fc.assert(
      fc.property(overheads, (times) => {
        expect(runsOfLoop(3 * minute, times)).toBe(10);
      }),
    );
  });

  test('stops a loop with any wait below 49 minutes after ten runs', () => {
    const waits = fc.integer({ min: 3 * second, max: 49 * minute });
    fc.assert(
      fc.property(waits, overheads, (wait, times) => {
        expect(runsOfLoop(wait, times)).toBeLessThanOrEqual(10);
      }),
      { numRuns: 2_000 },
    );
  });

  test('stops two simultaneous loops that are some seconds apart', () => {
    const apart = fc.integer({ min: 4 * second, max: 2 * minute });
    const waits = fc.integer({ min: 4 * minute + 20 * second, max: 49 * minute });
    fc.assert(
      fc.property(waits, apart, (wait, gap) => {
        const trigger = aTrigger();
        let heard = [wait, wait + gap];
        for (let runs = 0; heard.length > 0; runs += 1) {
          expect(runs).toBeLessThan(50);
          const [at = 0, ...others] = heard;
          const goesOn = trigger.hears(at) === 'sent';
          heard = [...others, ...(goesOn ? [at + wait] : [])];
        }
      }),
    );
  });

  test('keeps the time of the loop on the trigger after later runs', () => {
    const trigger = aTrigger();
    for (let run = 1; run <= 6; run += 1) trigger.hears(run * 4 * second);
    expect(trigger.chain()).toMatchObject({ loopAt: 24 * second });
    trigger.hears(hour);
    expect(trigger.chain()).toMatchObject({ quick: 0, loopAt: 24 * second });
  });
});

describe('a trigger that was stopped in a loop', () => {
  const stopped = () => {
    const trigger = aTrigger();
    for (let run = 1; run <= 6; run += 1) trigger.hears(run * 4 * second);
    return { trigger, foundAt: 24 * second };
  };

  test('refuses voice for ten minutes, which further attempts do not extend', () => {
    const { trigger, foundAt } = stopped();
    for (let after = 30 * second; after < 10 * minute; after += 30 * second)
      expect(trigger.hears(foundAt + after)).toBe('loop');
    expect(trigger.hears(foundAt + 10 * minute)).toBe('sent');
  });

  test('counts a loop as over only after a run that follows the last refused attempt', () => {
    const { trigger, foundAt } = stopped();
    const refusedStreak = trigger.chain();
    expect(isFirstTry(refusedStreak)).toBe(true);
    if (!refusedStreak) throw new Error('No run was refused.');
    const tried: VoiceStreak = { ...refusedStreak, triedAt: foundAt + minute };
    expect([isFirstTry(tried), loopOverAt(tried)]).toEqual([false, foundAt + minute + hour]);
    const again = streakAfter(tried, foundAt + 2 * minute);
    expect(again).toMatchObject({ loopAt: foundAt + 2 * minute });
    expect([isFirstTry(again), loopOverAt(again)]).toEqual([true, undefined]);
    const spoken = streakAfter(tried, foundAt + 20 * minute);
    expect([spoken.loopAt, loopOverAt(spoken)]).toEqual([foundAt, undefined]);
    expect(loopOverAt({ loopAt: foundAt, triedAt: foundAt - 1 })).toBeUndefined();
  });

  test('reports no first try for a trigger that was never stopped', () => {
    expect([isFirstTry(undefined), isFirstTry(streakAfter(undefined, 1))]).toEqual([false, false]);
  });

  test('counts from zero after the block', () => {
    const { trigger, foundAt } = stopped();
    const again = Array.from({ length: 6 }, (_, run) => trigger.hears(foundAt + 10 * minute + run * 90 * second));
    expect(again).toEqual(['sent', 'sent', 'sent', 'sent', 'sent', 'loop']);
  });
});

describe('commands by users', () => {
  test('sends six commands within fifteen minutes at any times', () => {
    const between = fc.uniqueArray(fc.integer({ min: 1, max: 15 * minute - 1 }), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(between, (times) => {
        const trigger = aTrigger();
        for (const at of [0, ...times, 15 * minute].toSorted((one, other) => one - other)) trigger.hears(hour + at);
        expect(trigger.sent()).toBe(6);
      }),
    );
  });

  test('sends commands at the same times every day for years', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 24 });
    const lateness = fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(times, lateness, (hours, late) => {
        const trigger = aTrigger();
        for (let day = 0; day < 400; day += 1)
          for (const each of hours.toSorted((one, other) => one - other))
            trigger.hears((day * 24 + each) * hour + (late[(day + each) % late.length] ?? 0));
        expect(trigger.outcomes).not.toContain('loop');
      }),
      { numRuns: 20 },
    );
  });

  test('sends commands at any times of a day unless six follow within two minutes of one another', () => {
    const gaps = fc.array(fc.integer({ min: 2 * minute + 1, max: 3 * hour }), { maxLength: 60 });
    const uneven = gaps.filter((all) => !all.some((gap, at) => Math.abs(gap - (all[at + 1] ?? Infinity)) <= 10_000));
    fc.assert(
      fc.property(uneven, (all) => {
        const trigger = aTrigger();
        let at = 0;
        for (const gap of all) trigger.hears((at += gap));
        expect(trigger.outcomes).not.toContain('loop');
      }),
    );
  });
});

test('stops commands at equal intervals once and not again when they continue', () => {
  const trigger = aTrigger();
  const heard = Array.from({ length: 300 }, (_, run) => trigger.hears(run * 5 * minute + (run % 7) * second));
  expect(heard.flatMap((outcome, run) => (outcome === 'loop' ? [run + 1] : []))).toEqual([10]);
  expect(trigger.chain()?.loopAt).toBeUndefined();
});

test('accepts the first run of a trigger', () => {
  expect(isLoop(undefined, Date.now())).toBe(false);
});
