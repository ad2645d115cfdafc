import { describe, expect, test } from 'vitest';

import { emailAddress, identifier, pictureUrl } from './text-limits.ts';

describe('e-mail addresses', () => {
  const ofLength = (length: number): string => 'a@example.com'.padStart(length, 'a');

  test.each([13, 254])('keeps an e-mail address of %i characters', (length) => {
    expect(emailAddress(ofLength(length))).toBe(ofLength(length));
  });

  test.each([255, 3000])('drops an e-mail address of %i characters', (length) => {
    expect(emailAddress(ofLength(length))).toBeUndefined();
  });

  test.each(['', null, undefined])('returns undefined for the e-mail address %j', (text) => {
    expect(emailAddress(text)).toBeUndefined();
  });
});

test('accepts identifiers of 255 characters, which fit into a partition key with their prefix', () => {
  const largest = '🏠'.repeat(255);
  expect(identifier.safeParse(largest).success).toBe(true);
  expect(identifier.safeParse(`${largest}a`).success).toBe(false);
  expect(Buffer.byteLength(`I#google#${largest}`)).toBeLessThanOrEqual(2048);
});

test('accepts picture URLs of at most 2,048 characters', () => {
  const ofLength = (length: number): string => 'https://pps.test/'.padEnd(length, 'a');
  expect(pictureUrl.safeParse(ofLength(2048)).success).toBe(true);
  expect(pictureUrl.safeParse(ofLength(2049)).success).toBe(false);
});
