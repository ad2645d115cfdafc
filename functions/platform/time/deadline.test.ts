import { expect, test } from 'vitest';

import { deadlineAt, deadlineIn } from './deadline.ts';

function aClock() {
  let at = 1_000;
  return { now: () => new Date(at), pass: (ms: number) => void (at += ms) };
}

test('a deadline has what is left of it, and nothing once it is over', () => {
  const clock = aClock();
  const deadline = deadlineIn(clock.now, 300);
  clock.pass(100);
  expect([deadline.left(), deadline.isOver()]).toEqual([200, false]);
  clock.pass(200);
  expect([deadline.left(), deadline.isOver()]).toEqual([0, true]);
  clock.pass(1);
  expect(deadline.left()).toBe(0);
});

test('a reserve makes a deadline end earlier, whatever has passed', () => {
  const { now } = aClock();
  expect(deadlineAt(now, 1_500).reserve(100).left()).toBe(400);
  expect(deadlineAt(now, 1_500).reserve(600).isOver()).toBe(true);
});

test('work that is done in time gives its result, late work the given substitute', async () => {
  const deadline = deadlineIn(() => new Date(), 20);
  expect(await deadline.within(Promise.resolve('done'), () => 'late')).toBe('done');
  expect(await deadline.within(new Promise<string>(() => undefined), () => 'late')).toBe('late');
});
