import { expect, test } from 'vitest';

import { languageCodes } from '#shared/rules/language.ts';

import { lineLostMail } from './line-lost-mail.ts';

const facts = { workspace: 'Casa\nda Ana', appUrl: 'https://recado.example', as: 'removed' } as const;

test.each([
  ['pt', 'o WhatsApp foi desconectado', 'dispositivo conectado foi removido', 'conecte o número'],
  ['en', 'WhatsApp was disconnected', 'linked device was removed', 'connect the number'],
  ['es', 'WhatsApp se desconectó', 'se quitó este dispositivo vinculado', 'conecte el número'],
] as const)('the e-mail in %s says what happened, why, and where to go', (language, subject, why, next) => {
  const mail = lineLostMail({ ...facts, language });
  expect(mail.subject).toContain(subject);
  expect(mail.text).toContain('“Casa da Ana”');
  expect(mail.text).toContain(why);
  expect(mail.text).toContain(next);
  expect(mail.text).toContain('https://recado.example/whatsapp');
});

test('in Spanish it says usted, and calls a workspace as the app does', () => {
  const { text } = lineLostMail({ ...facts, language: 'es' });
  expect(text).toContain('espacio de trabajo “Casa da Ana”');
  expect(text).not.toMatch(/\b(tu|tus|tú|conecta|vincula)\b|workspace/iu);
});

test.each(languageCodes)('each way to lose a number has its own words in %s', (language) => {
  const ways = ['removed', 'lostTooLong', 'phoneTaken'] as const;
  const texts = ways.map((as) => lineLostMail({ ...facts, language, as }).text);
  expect(new Set(texts).size).toBe(ways.length);
});
