import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { isNetwork, isWithin } from './networks.ts';

test.each([
  '203.0.113.7',
  '203.0.113.0/24',
  '0.0.0.0/0',
  '::/0',
  '2001:db8::/32',
  '2001:db8::1',
  '1:2:3:4:5:6:7:8/128',
])('accepts %s as a network', (text) => {
  expect(isNetwork(text)).toBe(true);
});

test.each([
  '',
  '/24',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.07',
  '203.0.113.0/33',
  '203.0.113.0/08',
  '::1::',
  '1:2',
  'home',
])('rejects %j as a network', (text) => {
  expect(isNetwork(text)).toBe(false);
});

test('matches an IPv6 address with an IPv4 network only if it is IPv4-mapped', () => {
  expect(isWithin('203.0.113.7', '::/0')).toBe(false);
  expect(isWithin('::ffff:203.0.113.7', '203.0.113.0/24')).toBe(true);
  expect(isWithin('nobody', '0.0.0.0/0')).toBe(false);
});

const kinds = [
  { parts: 4, bits: 8, written: (parts: readonly number[]) => parts.join('.') },
  { parts: 8, bits: 16, written: (parts: readonly number[]) => parts.map((part) => part.toString(16)).join(':') },
];

test('places an address within a network when its leading bits match', () => {
  const cases = kinds.map((kind) => {
    const address = fc.array(fc.integer({ min: 0, max: 2 ** kind.bits - 1 }), {
      minLength: kind.parts,
      maxLength: kind.parts,
    });
    const flips = fc.array(fc.nat(kind.parts * kind.bits - 1), { maxLength: 2 });
    return fc.tuple(fc.constant(kind), address, flips, fc.integer({ min: 0, max: kind.parts * kind.bits }));
  });
  fc.assert(
    fc.property(fc.oneof(...cases), ([{ bits, written }, address, flips, length]) => {
      const other = address.map((part, index) =>
        flips
          .filter((flip) => Math.floor(flip / bits) === index)
          .reduce((now, flip) => now ^ (1 << (bits - 1 - (flip % bits))), part),
      );
      const binary = (parts: readonly number[]) => parts.map((part) => part.toString(2).padStart(bits, '0')).join('');
      const isSame = binary(address).slice(0, length) === binary(other).slice(0, length);
      expect(isWithin(written(other), `${written(address)}/${length}`)).toBe(isSame);
    }),
  );
});

test('expands the zeros that an IPv6 address omits', () => {
  expect(isWithin('2001:db8:0:0:0:0:0:1', '2001:db8::1')).toBe(true);
  expect(isWithin('0:0:0:0:0:0:0:1', '::1')).toBe(true);
  expect(isWithin('2001:DB8::', '2001:db8:0:0::/64')).toBe(true);
  expect(isWithin('2001:db9::', '2001:db8::/32')).toBe(false);
});
