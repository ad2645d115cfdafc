import { expect, test } from 'vitest';

import { retryOnConflict } from './retry.ts';

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
