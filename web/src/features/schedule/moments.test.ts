// @vitest-environment node
import { expect, test } from 'vitest';

import { dateIn, dayIn, dayName, momentOf, soonIn, timeIn, weekOf } from './moments.ts';

const zone = 'America/Sao_Paulo';
const at = (text: string): number => Date.parse(text);
const plain = (text: string | undefined) => text?.replaceAll(/[\u00A0\u202F]/g, ' ');
/** Monday 22:30 in São Paulo, already Tuesday in London. */
const now = at('2026-11-24T01:30:00Z');

test.each([
  ['2026-11-24T02:00:00Z', 'today', 'hoje', 'hoy'],
  ['2026-11-24T10:00:00Z', 'tomorrow', 'amanhã', 'mañana'],
  ['2026-11-23T02:00:00Z', 'yesterday', 'ontem', 'ayer'],
  ['2026-11-27T10:00:00Z', 'Friday', 'sexta-feira', 'viernes'],
  ['2026-11-30T10:00:00Z', 'Nov 30', '30 de nov.', '30 nov'],
  ['2027-01-04T10:00:00Z', 'Jan 4, 2027', '4 de jan. de 2027', '4 ene 2027'],
])('formats %s as %s in the given zone', (moment, en, pt, es) => {
  const said = (['en', 'pt', 'es'] as const).map((language) => plain(dayIn(zone, at(moment), now, language)));
  expect(said).toEqual([en, pt, es]);
});

test('formats a time in the given language', () => {
  expect(plain(timeIn(zone, now, 'en'))).toBe('10:30 PM');
  expect(timeIn(zone, now, 'pt')).toBe('22:30');
  expect(dateIn(zone, now)).toBe('2026-11-23');
});

test.each([
  [0, 'now'],
  [-90_000, 'now'],
  [59_000, 'now'],
  [61_000, 'in 1 minute'],
  [59 * 60_000, 'in 59 minutes'],
  [60 * 60_000, undefined],
])('formats a moment %i ms away as %s', (ms, words) => {
  expect(soonIn(now + ms, now, 'en')).toBe(words);
});

test.each([
  ['2026-11-24', '07:00', zone, '2026-11-24T10:00:00.000Z'],
  ['2026-11-24', '00:00', 'Pacific/Kiritimati', '2026-11-23T10:00:00.000Z'],
  ['2026-11-24', '23:59', 'Pacific/Pago_Pago', '2026-11-25T10:59:00.000Z'],
  // Lisbon's clocks skip from 01:00 to 02:00 in spring, and show 01:00 twice in autumn.
  ['2027-03-28', '01:30', 'Europe/Lisbon', '2027-03-28T01:00:00.000Z'],
  ['2026-10-25', '01:30', 'Europe/Lisbon', '2026-10-25T00:30:00.000Z'],
])('converts %s %s in %s to %s', (date, time, where, moment) => {
  expect(new Date(momentOf(date, time, where)).toISOString()).toBe(moment);
});

test('names weekdays and knows the first day of the week', () => {
  expect([1, 7].map((day) => dayName(day, 'en', 'long'))).toEqual(['Monday', 'Sunday']);
  expect([weekOf('pt')[0], weekOf('es')[0]]).toEqual([7, 1]);
});
