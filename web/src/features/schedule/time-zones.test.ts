// @vitest-environment node
import { expect, test } from 'vitest';

import { sameClock, zoneChoices, zoneName } from './time-zones.ts';

const winter = Date.parse('2026-11-24T12:00:00Z');

test.each([
  ['America/Sao_Paulo', 'São Paulo (GMT−3)'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires (GMT−3)'],
  ['Asia/Kolkata', 'Kolkata (GMT+5:30)'],
  ['UTC', 'UTC (GMT)'],
])('formats %s as %s', (zone, name) => {
  expect(zoneName(zone, winter).replace('GMT+0', 'GMT')).toBe(name);
});

test('treats zones as the same only if their clocks agree all year', () => {
  expect(sameClock('America/Buenos_Aires', 'America/Argentina/Buenos_Aires', winter)).toBe(true);
  // Both are at GMT in winter.
  expect(sameClock('Europe/Lisbon', 'Africa/Abidjan', winter)).toBe(false);
});

test('lists every zone once, sorted by name, including the stored one', () => {
  const choices = zoneChoices(['America/Buenos_Aires'], 'pt', winter);
  const zones = choices.map(({ zone }) => zone);
  expect(new Set(zones).size).toBe(zones.length);
  expect(zones).toEqual(expect.arrayContaining(['America/Sao_Paulo', 'UTC', 'America/Buenos_Aires']));
  const names = choices.map(({ name }) => name);
  expect(names.indexOf('São Paulo (GMT−3)')).toBeGreaterThan(names.findIndex((name) => name.startsWith('Santo')));
});
