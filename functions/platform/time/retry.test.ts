import { expect, test } from 'vitest';

import { retryOnConflict } from './retry.ts';

/** Attempts that find so many conflicts before one passes; what they waited for in between. */
function attempts(conflicts: number) {
  const waited: number[] = [];
  let made = 0;
  const between = async (attempt: number): Promise<void> => void waited.push(attempt);
  const attempt = async () => ((made += 1) > conflicts ? { made } : 'conflict');
  return { waited, run: () => retryOnConflict({ tries: 3, exhausted: () => 'exhausted', between }, attempt) };
}

test('an attempt that finds no conflict is made once', async () => {
  const { run, waited } = attempts(0);
  expect(await run()).toEqual({ made: 1 });
  expect(waited).toEqual([]);
});

test('a conflict is tried again after a wait, up to the last try', async () => {
  const { run, waited } = attempts(2);
  expect(await run()).toEqual({ made: 3 });
  expect(waited).toEqual([1, 2]);
});

test('after the last conflict nothing is waited for, and the caller says how it ends', async () => {
  const { run, waited } = attempts(3);
  expect(await run()).toBe('exhausted');
  expect(waited).toEqual([1, 2]);
});

test('a failure is no conflict and is thrown at once', async () => {
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
