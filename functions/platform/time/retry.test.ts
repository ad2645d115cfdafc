import { expect, test } from 'vitest';

import { deadlineIn } from './deadline.ts';
import { retryOnConflict, retryTransient, Transient } from './retry.ts';

/**
 * Makes attempts that fail with the given number of conflicts before one succeeds. `waited` lists the attempts before
 * each wait.
 */
function attempts(conflicts: number) {
  const waited: number[] = [];
  let made = 0;
  const between = async (attempt: number): Promise<void> => void waited.push(attempt);
  const attempt = async () => ((made += 1) > conflicts ? { made } : 'conflict');
  return { waited, run: () => retryOnConflict({ tries: 3, exhausted: () => 'exhausted', between }, attempt) };
}

test('attempts once without a conflict', async () => {
  const { run, waited } = attempts(0);
  expect(await run()).toEqual({ made: 1 });
  expect(waited).toEqual([]);
});

test('retries after a conflict and a wait, up to the last attempt', async () => {
  const { run, waited } = attempts(2);
  expect(await run()).toEqual({ made: 3 });
  expect(waited).toEqual([1, 2]);
});

test('returns the result of exhausted after the last conflict, without another wait', async () => {
  const { run, waited } = attempts(3);
  expect(await run()).toBe('exhausted');
  expect(waited).toEqual([1, 2]);
});

test('throws a failure without a retry', async () => {
  const failing = retryOnConflict({ tries: 3, exhausted: () => 'exhausted' }, () => Promise.reject(new Error('down')));
  await expect(failing).rejects.toThrow('down');
});

test('throws server.busy after five conflicts unless the caller ends otherwise', async () => {
  let made = 0;
  const conflicting = retryOnConflict({}, async () => {
    made += 1;
    return 'conflict';
  });
  await expect(conflicting).rejects.toMatchObject({ code: 'server.busy', retryAfterSeconds: 1 });
  expect(made).toBe(5);
});

/** Fails `failures` times before an attempt succeeds. Time passes only in pauses; a pause has the given jitter. */
function transientFailures(failures: number, { random = 0.5, deadlineMs = 1000 } = {}) {
  const pauses: number[] = [];
  let time = 0;
  const pause = async (ms: number): Promise<void> => {
    pauses.push(ms);
    time += ms;
  };
  const deadline = deadlineIn(() => new Date(time), deadlineMs);
  let made = 0;
  const attempt = async () => ((made += 1) > failures ? made : new Transient(new Error(`failure ${made}`)));
  const run = () => retryTransient({ pause, random: () => random }, { tries: 4, firstPauseMs: 20, deadline }, attempt);
  return { pauses, run };
}

test.each([
  [0, [10, 20, 40]],
  [0.5, [20, 40, 80]],
])('doubles the pause after each transient failure, with jitter %f', async (random, expected) => {
  const { pauses, run } = transientFailures(3, { random });
  expect(await run()).toBe(4);
  expect(pauses).toEqual(expected);
});

test('throws the last transient failure after the last attempt, without another pause', async () => {
  const { pauses, run } = transientFailures(4);
  await expect(run()).rejects.toThrow('failure 4');
  expect(pauses).toHaveLength(3);
});

test('throws a transient failure at once when the pause would exceed the deadline', async () => {
  const { pauses, run } = transientFailures(4, { deadlineMs: 60 });
  await expect(run()).rejects.toThrow('failure 2');
  expect(pauses).toEqual([20]);
});

test('throws a failure that is not transient without a retry', async () => {
  const waiting = { pause: () => Promise.reject(new Error('paused')), random: () => 0.5 };
  const failing = retryTransient(waiting, { tries: 3, firstPauseMs: 20 }, () => Promise.reject(new Error('refused')));
  await expect(failing).rejects.toThrow('refused');
});
