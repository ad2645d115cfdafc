import { describe, expect, test } from 'vitest';

import { emailAddress, identifier, pictureUrl } from './text-limits.ts';

describe('an e-mail address', () => {
  const ofLength = (length: number): string => 'a@example.com'.padStart(length, 'a');

  test.each([13, 254])('of %i characters stays', (length) => {
    expect(emailAddress(ofLength(length))).toBe(ofLength(length));
  });

  test.each([255, 3000])('of %i characters is absent', (length) => {
    expect(emailAddress(ofLength(length))).toBeUndefined();
  });

  test.each(['', null, undefined])('is absent when it is %j', (text) => {
    expect(emailAddress(text)).toBeUndefined();
  });
});

test('an identifier has at most 255 characters and fits a partition key with its prefix', () => {
  const largest = '🏠'.repeat(255);
  expect(identifier.safeParse(largest).success).toBe(true);
  expect(identifier.safeParse(`${largest}a`).success).toBe(false);
  expect(Buffer.byteLength(`I#google#${largest}`)).toBeLessThanOrEqual(2048);
});

test('a picture has an address of at most 2,048 characters', () => {
  const ofLength = (length: number): string => 'https://pps.test/'.padEnd(length, 'a');
  expect(pictureUrl.safeParse(ofLength(2048)).success).toBe(true);
  expect(pictureUrl.safeParse(ofLength(2049)).success).toBe(false);
});
