import { expect, test } from 'vitest';

import { aVirtualClock, withTimeout } from './virtual-clock.ts';

const never = new Promise<string>(() => undefined);
const late = (): string => 'late';

test('the clock stands still until it is moved', () => {
  const clock = aVirtualClock();
  const began = clock.now().getTime();
  clock.advance(1_500);
  expect(clock.now().getTime() - began).toBe(1_500);
});

test('a timeout of whoever follows the clock ends at its time, with what is late', async () => {
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

test('a call that hangs for less than the timeout ends before it', async () => {
  const clock = aVirtualClock();
  const call = async (): Promise<string> => ((await clock.hang(1_500)) ? 'given up' : 'never');
  expect(await clock.follow(() => withTimeout(6_000, call(), late))).toBe('given up');
});

test('calls that hang at the same time end at the same time', async () => {
  const clock = aVirtualClock();
  const began = clock.now().getTime();
  await clock.follow(() => Promise.all([clock.hang(1_500), clock.hang(1_500)]));
  expect(clock.now().getTime() - began).toBe(1_500);
});

test('an inner timeout lets the product go on, and the outer one keeps its time', async () => {
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

test('what hangs after the result moves no time', async () => {
  const clock = aVirtualClock();
  const began = clock.now().getTime();
  await clock.follow(() => Promise.resolve());
  expect(await clock.hang(1_500)).toBe(false);
  expect(clock.now().getTime()).toBe(began);
});

test('who follows no clock has no timeouts', async () => {
  expect(await withTimeout(0, Promise.resolve('done'), late)).toBe('done');
});
