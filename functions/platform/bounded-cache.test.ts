import { expect, test } from 'vitest';

import { boundedCache } from './bounded-cache.ts';

test('keeps a value until it expires', () => {
  let at = 0;
  const cache = boundedCache<string>(() => new Date(at));
  cache.set('token', 'ana', 100);
  at = 99;
  expect(cache.get('token')).toBe('ana');
  at = 100;
  expect(cache.get('token')).toBeUndefined();
});

test('drops only the oldest entry when the cache is full', () => {
  const cache = boundedCache<number>(() => new Date(0), 2);
  cache.set('first', 1);
  cache.set('second', 2);
  cache.set('first', 3);
  cache.set('third', 4);
  expect([cache.get('first'), cache.get('second'), cache.get('third')]).toEqual([3, undefined, 4]);
});
