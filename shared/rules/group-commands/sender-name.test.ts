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
])('shows the name %j as %j', (name, shown) => {
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
])('hides the name %j', (name) => {
  expect(senderName(name)).toBeUndefined();
});

test('shows at most 30 characters on one line, without formatting marks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const shown = senderName(name);
      if (shown === undefined) return;
      expect(shown).toMatch(/^[^*_~`\n\r\u2028]+$/u);
      expect(Array.from(shown).length).toBeLessThanOrEqual(30);
    }),
  );
});
