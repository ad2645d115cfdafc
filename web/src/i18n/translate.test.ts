// @vitest-environment node
import { expect, test } from 'vitest';

import { translateFrom } from './translate.ts';

const texts = new Map([
  ['common.pageOf', 'Página {{page}} de {{ pages }}'],
  ['triggers.count_zero', 'Nenhum gatilho'],
  ['triggers.count_one', '{{count}} gatilho'],
  ['triggers.count_other', '{{count}} gatilhos'],
  ['dashboard.activity.summary_one', '{{count}} execução'],
  ['dashboard.activity.summary_other', '{{count}} execuções'],
  ['common.close', 'Fechar'],
]);
const t = translateFrom(texts, 'pt-BR');

test('fills placeholders, and leaves them empty for undefined values', () => {
  expect(t('common.pageOf', { page: 2, pages: 3 })).toBe('Página 2 de 3');
  expect(t('common.pageOf', { page: 2, pages: undefined })).toBe('Página 2 de ');
});

test('inserts values unchanged even if they look like placeholders', () => {
  expect(t('common.pageOf', { page: '{{pages}}', pages: '$&' })).toBe('Página {{pages}} de $&');
});

test.each([
  [0, 'Nenhum gatilho'],
  [1, '1 gatilho'],
  [2, '2 gatilhos'],
  // Portuguese has a separate plural form for millions, which we do not use.
  [1_000_000, '1000000 gatilhos'],
])('selects the plural form for %i', (count, said) => {
  expect(t('triggers.count', { count })).toBe(said);
});

test('uses the language’s plural form for zero unless there is a text for zero', () => {
  expect(t('dashboard.activity.summary', { count: 0, failed: 0 })).toBe('0 execução');
  expect(translateFrom(texts, 'en-US')('dashboard.activity.summary', { count: 0, failed: 0 })).toBe('0 execuções');
});

test('ignores the count for a text without plural forms', () => {
  expect(t('common.close', { count: 3 })).toBe('Fechar');
});

test('returns the key for a missing text', () => {
  expect(t('common.retry')).toBe('common.retry');
});
