import fc from 'fast-check';
import { expect, test } from 'vitest';

import { senderName } from './sender-name.ts';

test.each([
  ['Carla', 'Carla'],
  ['  Carla\n da  Silva ', 'Carla da Silva'],
  ['*Carla* _da_ ~Silva~ `x`', 'Carla da Silva x'],
  ['Carla \u202eavliS', 'Carla avliS'],
  ['👩‍👧 Ana', '👩‍👧 Ana'],
  ['x'.repeat(31), 'x'.repeat(30)],
  ['Ana 2', 'Ana 2'],
])('the name %j is shown as %j', (name, shown) => {
  expect(senderName(name)).toBe(shown);
});

test.each([
  undefined,
  '',
  '  ',
  '***',
  '\u200b',
  '...',
  '+55 21 96666-0000',
  '5521966660000',
  'tel 5521966660000',
  '٥٥٢١٩٦٦٦٦',
])('%j is not shown at all', (name) => {
  expect(senderName(name)).toBeUndefined();
});

test('a shown name has at most 30 letters on one line, and nothing that makes text bold', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const shown = senderName(name);
      if (shown === undefined) return;
      expect(shown).toMatch(/^[^*_~`\n\r\u2028]+$/u);
      expect(Array.from(shown).length).toBeLessThanOrEqual(30);
    }),
  );
});
