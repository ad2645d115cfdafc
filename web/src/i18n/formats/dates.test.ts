// @vitest-environment node
import { expect, test } from 'vitest';

import { asStart, formatDate, formatMoney, formatWhen } from './dates.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const hours = (count: number) => new Date(now + count * 3_600_000).toISOString();

test.each([
  [hours(-3), 'en', '3 hours ago', true],
  [hours(5), 'pt', 'em 5 horas', true],
  [hours(-0.5), 'es', 'hace 30 minutos', true],
  [hours(0), 'en', 'now', true],
  [hours(-24), 'en', 'yesterday', true],
  [hours(-25), 'en', 'November 19, 2026', false],
  [hours(48), 'pt', '22\u{a0}de\u{a0}novembro de 2026', false],
  [hours(-48), 'es', '18\u{a0}de\u{a0}noviembre de 2026', false],
] as const)('formats %s in %s as "%s"', { tags: ['spec-15.1', 'spec-339.1'] }, (at, language, text, relative) => {
  expect(formatWhen(at, now, language)).toEqual({ text, relative });
});

test.each([null, undefined, '', 'soon'])('returns nothing for %j', { tags: 'spec-297.1' }, (at) => {
  expect(formatWhen(at, now, 'en')).toBeUndefined();
  expect(formatDate(at, 'en')).toBe('');
});

test.each([
  [hours(0), 'en', 'Now'],
  [hours(-3), 'en', '3 hours ago'],
  [hours(0), 'pt', 'Agora'],
  [hours(-3), 'pt', 'Há 3 horas'],
  [hours(0), 'es', 'Ahora'],
  [hours(-3), 'es', 'Hace 3 horas'],
] as const)('capitalizes %s in %s as "%s"', (at, language, text) => {
  expect(asStart(formatWhen(at, now, language)?.text ?? '', language)).toBe(text);
});

test('formats money from minor units of its currency', { tags: 'spec-336.5' }, () => {
  expect(formatMoney(12_000, 'usd', 'en')).toBe('$120.00');
  expect(formatMoney(500, 'jpy', 'en')).toBe('¥500');
  expect(formatMoney(1_500, 'usd', 'pt').replaceAll('\u00A0', ' ')).toBe('US$ 15,00');
  expect(formatMoney(123_450, 'usd', 'es').replaceAll('\u00A0', ' ')).toBe('USD 1,234.50');
});
