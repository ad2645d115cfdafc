import { expect, test } from 'vitest';

import { revocationMail } from './revocation-mail.ts';

const facts = { workspace: 'Casa\nda Ana', appUrl: 'https://recado.example', as: 'skillDisabled' } as const;

test.each([
  ['pt', 'a skill da Alexa foi desativada', 'ative a skill de novo'],
  ['en', 'the Alexa skill was switched off', 'activate the skill once more'],
  ['es', 'la skill de Alexa se desactivó', 'active la skill de nuevo'],
] as const)('the e-mail in %s says what happened, why, and where to go', (language, subject, next) => {
  const mail = revocationMail({ ...facts, language });
  expect(mail.subject).toContain(subject);
  expect(mail.text).toContain('“Casa da Ana”');
  expect(mail.text).toContain(next);
  expect(mail.text).toContain('https://recado.example/amazon-auth');
  const other = revocationMail({ ...facts, language, as: 'permissionWithdrawn' });
  expect(other.text).not.toBe(mail.text);
});

test('in Spanish it says usted, and calls a workspace as the app does', () => {
  const { text } = revocationMail({ ...facts, language: 'es', as: 'permissionWithdrawn' });
  expect(text).toContain('espacio de trabajo “Casa da Ana”');
  expect(text).not.toMatch(/\b(tu|tus|tú|activa|mira)\b|workspace/iu);
});
