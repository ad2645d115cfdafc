import { afterEach, expect, test, vi } from 'vitest';

import { formatDate, formatNumber, formatWhen } from '#web/i18n/formats/dates.ts';

import { warmFormats } from './warm-formats.ts';

const kinds = ['NumberFormat', 'RelativeTimeFormat', 'DateTimeFormat'] as const;

afterEach(() => vi.restoreAllMocks());

test('creates the formats that a page needs first', async () => {
  const made = kinds.map((kind) => vi.spyOn(Intl, kind));
  const now = Date.parse('2026-11-20T12:00:00Z');
  await warmFormats('es');
  expect(made.map((spy) => spy.mock.calls.length)).toStrictEqual([1, 1, 1]);

  expect(formatNumber(12_345, 'es')).toBe('12,345');
  expect(formatWhen('2026-11-20T11:00:00Z', now, 'es')).toStrictEqual({ text: 'hace 1 hora', relative: true });
  expect(formatDate('2026-11-20T12:00:00Z', 'es')).toBe('20\u{a0}de\u{a0}noviembre de 2026');
  expect(made.map((spy) => spy.mock.calls.length)).toStrictEqual([1, 1, 1]);
});
