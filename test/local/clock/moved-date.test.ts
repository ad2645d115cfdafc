import { runInNewContext } from 'node:vm';

import { expect, test } from 'vitest';

import { movedDate } from './moved-date.ts';

const ahead = { ms: 3_600_000 };
const Moved = movedDate(() => ahead.ms, Date);
const aheadOfReal = (at: number): number => Math.round((at - Date.now()) / 1000) * 1000;

test('moves the present in all ways to read it, and follows later moves', () => {
  expect(aheadOfReal(Moved.now())).toBe(3_600_000);
  expect(aheadOfReal(new Moved().getTime())).toBe(3_600_000);
  expect(Math.abs(Date.parse(Moved()) - Moved.now())).toBeLessThan(2000);
  ahead.ms = 7_200_000;
  expect(aheadOfReal(new Moved().getTime())).toBe(7_200_000);
});

test('leaves explicit times unchanged', () => {
  expect(new Moved('2026-11-20T12:00:00Z').toISOString()).toBe('2026-11-20T12:00:00.000Z');
  expect(new Moved(0).getTime()).toBe(0);
  expect(new Moved(2026, 10, 20).getTime()).toBe(new Date(2026, 10, 20).getTime());
  expect(Moved.UTC(2026, 0)).toBe(Date.UTC(2026, 0));
  expect(Moved.parse('2026-11-20T12:00:00Z')).toBe(Date.parse('2026-11-20T12:00:00Z'));
});

test('treats real and moved dates as instances of both classes', () => {
  expect(new Moved() instanceof Date).toBe(true);
  expect(new Date() instanceof Moved).toBe(true);
  expect(Object.prototype.toString.call(new Moved())).toBe('[object Date]');
  expect(structuredClone(new Moved(5))).toEqual(new Date(5));
});

test('runs from its source alone, as in a page', () => {
  const made: unknown = runInNewContext(`(${movedDate.toString()})(() => 5000, Date).now() - Date.now();`);
  expect(Math.round(Number(made) / 1000)).toBe(5);
});
