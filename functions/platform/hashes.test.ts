import { expect, test } from 'vitest';

import { hashOf, newNumericId, newToken, sameText } from './hashes.ts';

test('creates unique tokens of 256 bits that are safe in URLs', { tags: 'threat-timing' }, () => {
  const tokens = Array.from({ length: 1000 }, newToken);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
  expect(new Set(tokens).size).toBe(1000);
});

test('returns SHA-256 as base64url', () => {
  expect(hashOf('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
});

test('creates integer ids from 1 to below 2^48', () => {
  const ids = Array.from({ length: 1000 }, newNumericId);
  expect(ids.filter((id) => !Number.isInteger(id) || id < 1 || id >= 2 ** 48)).toEqual([]);
});

test.each([
  ['same', 'same', true],
  ['same', 'sane', false],
  ['same', 'same ', false],
  ['é', 'e', false],
  ['', '', true],
])('compares "%s" with "%s": equal is %s', (one, other, equal) => expect(sameText(one, other)).toBe(equal));
