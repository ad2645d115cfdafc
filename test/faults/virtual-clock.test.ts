import { expect, test } from 'vitest';

import { aVirtualClock, withTimeout } from './virtual-clock.ts';

const never = new Promise<string>(() => undefined);
const late = (): string => 'late';

test('keeps its time until it is moved', () => {
  const clock = aVirtualClock();
  const began = clock.now().getTime();
  clock.advance(1_500);
  expect(clock.now().getTime() - began).toBe(1_500);
});

test('ends a timeout of work that follows the clock at its time, with the late result', async () => {
  const clock = aVirtualClock();
  const began = clock.now().getTime();
  const waiting = clock.follow(async () => ({
    word: await withTimeout(6_000, never, late),
    ms: clock.now().getTime() - began,
  }));
  expect(await clock.hang(20_000)).toBe(false);
  expect(await waiting).toEqual({ word: 'late', ms: 6_000 });
  expect(clock.now().getTime() - began).toBe(6_000);
});

test('ends a call before the timeout when it hangs for less', async () => {
  const clock = aVirtualClock();
  const call = async (): Promise<string> => ((await clock.hang(1_500)) ? 'given up' : 'never');
  expect(await clock.follow(() => withTimeout(6_000, call(), late))).toBe('given up');
});

test('ends calls at the same time when they hang at the same time', async () => {
  const clock = aVirtualClock();
  const began = clock.now().getTime();
  await clock.follow(() => Promise.all([clock.hang(1_500), clock.hang(1_500)]));
  expect(clock.now().getTime() - began).toBe(1_500);
});

test('continues the work after an inner timeout and keeps the outer one', async () => {
  const clock = aVirtualClock();
  const began = clock.now().getTime();
  const work = async (): Promise<string> => {
    void clock.hang(20_000);
    const first = await withTimeout(300, never, late);
    await clock.call(() => Promise.resolve());
    return `${first} after ${clock.now().getTime() - began} ms`;
  };
  expect(await clock.follow(() => withTimeout(6_000, work(), () => 'too late'))).toBe('late after 300 ms');
});

test('does not move for a call that hangs after the result', async () => {
  const clock = aVirtualClock();
  const began = clock.now().getTime();
  await clock.follow(() => Promise.resolve());
  expect(await clock.hang(1_500)).toBe(false);
  expect(clock.now().getTime()).toBe(began);
});

test('applies no timeout to work that does not follow a clock', async () => {
  expect(await withTimeout(0, Promise.resolve('done'), late)).toBe('done');
});
