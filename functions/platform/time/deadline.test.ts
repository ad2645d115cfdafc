import { expect, test } from 'vitest';

import { deadlineAt, deadlineIn } from './deadline.ts';

function aClock() {
  let at = 1_000;
  return { now: () => new Date(at), pass: (ms: number) => void (at += ms) };
}

test('returns the remaining time, and zero once the deadline has passed', () => {
  const clock = aClock();
  const deadline = deadlineIn(clock.now, 300);
  clock.pass(100);
  expect([deadline.left(), deadline.isOver()]).toEqual([200, false]);
  clock.pass(200);
  expect([deadline.left(), deadline.isOver()]).toEqual([0, true]);
  clock.pass(1);
  expect(deadline.left()).toBe(0);
});

test('ends a deadline earlier by the reserve', () => {
  const { now } = aClock();
  expect(deadlineAt(now, 1_500).reserve(100).left()).toBe(400);
  expect(deadlineAt(now, 1_500).reserve(600).isOver()).toBe(true);
});

test('returns the result of work that is done in time, and the fallback for late work', async () => {
  const deadline = deadlineIn(() => new Date(), 20);
  expect(await deadline.within(Promise.resolve('done'), () => 'late')).toBe('done');
  expect(await deadline.within(new Promise<string>(() => undefined), () => 'late')).toBe('late');
});
