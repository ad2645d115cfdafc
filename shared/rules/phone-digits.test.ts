import { expect, test } from 'vitest';

import { phonePattern, withoutMobileOne } from './phone-digits.ts';

test.each([
  ['+5215512345678', '+525512345678', 'a Mexican number with the former 1'],
  ['5215512345678', '525512345678', 'the same without a plus'],
  ['+525512345678', '+525512345678', 'a Mexican number without it'],
  ['+521551234567', '+521551234567', 'a Mexican number that starts with a 1 and has the right length'],
  ['+5521955550000', '+5521955550000', 'a Brazilian number'],
])('changes %s to %s: %s', (phone, dialled) => {
  expect(withoutMobileOne(phone)).toBe(dialled);
});

test.each([
  ['+5511955500001', true],
  ['5511955500001', true],
  ['+5510055', false],
  ['005511955500001', false],
  ['+0511955500001', false],
  ['+1234567890123456', false],
])('decides that %s is a number with country code: %s', (phone, isDialled) => {
  expect(phonePattern.test(phone)).toBe(isDialled);
});
