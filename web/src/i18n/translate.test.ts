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

test('values take the places of their names, and a value that is missing leaves nothing behind', () => {
  expect(t('common.pageOf', { page: 2, pages: 3 })).toBe('Página 2 de 3');
  expect(t('common.pageOf', { page: 2, pages: undefined })).toBe('Página 2 de ');
});

test('a value is shown as it is, whatever it looks like', () => {
  expect(t('common.pageOf', { page: '{{pages}}', pages: '$&' })).toBe('Página {{pages}} de $&');
});

test.each([
  [0, 'Nenhum gatilho'],
  [1, '1 gatilho'],
  [2, '2 gatilhos'],
  // Portuguese has a form of its own for millions, which we do not use.
  [1_000_000, '1000000 gatilhos'],
])('%i has the words of its number', (count, said) => {
  expect(t('triggers.count', { count })).toBe(said);
});

test('nothing counts as the language counts it where it has no words of its own', () => {
  expect(t('dashboard.activity.summary', { count: 0, failed: 0 })).toBe('0 execução');
  expect(translateFrom(texts, 'en-US')('dashboard.activity.summary', { count: 0, failed: 0 })).toBe('0 execuções');
});

test('a count does not keep a text without forms from being said', () => {
  expect(t('common.close', { count: 3 })).toBe('Fechar');
});

test('what has no text is said as its key', () => {
  expect(t('common.retry')).toBe('common.retry');
});
