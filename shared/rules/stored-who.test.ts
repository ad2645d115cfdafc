import { expect, test } from 'vitest';

import { storedWho } from './stored-who.ts';

test.each([
  ['Ana', 'Ana'],
  ['Maria Fernanda de Albuquerque Cavalcanti Melo', 'Maria Fernanda de Albuquerque Cavalcanti'],
  // 19 letters of two bytes and a space take 39 bytes.
  ['Александра Константиновна', 'Александра Константи'],
  // 13 characters of three bytes take 39 bytes.
  ['漢'.repeat(14), '漢'.repeat(13)],
  // Ten emoji of four bytes take 40 bytes.
  ['🎉'.repeat(11), '🎉'.repeat(10)],
])('stores %s as "%s"', (name, stored) => {
  expect(storedWho(name)).toBe(stored);
  expect(storedWho(stored)).toBe(stored);
});
