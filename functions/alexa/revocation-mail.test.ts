import { describe, expect, test } from 'vitest';

import { languageCodes } from '#shared/rules/language.ts';

import { revocationMail } from './revocation-mail.ts';

const facts = {
  workspace: 'Casa\nda Ana',
  workspaceId: 7,
  appUrl: 'https://recado.example',
  as: 'skillDisabled',
  mend: 'reconnect',
} as const;
const page = 'https://recado.example/amazon-auth?id=7';
const skillPage = 'https://store.example/skill';

test.each([
  ['pt', 'não chegam mais à Alexa'],
  ['en', 'no longer reach Alexa'],
  ['es', 'ya no llegan a Alexa'],
] as const)('the e-mail in %s says what happened, why, and where to go', (language, subject) => {
  const mail = revocationMail({ ...facts, language });
  expect(mail.subject).toContain(subject);
  expect(mail.text).toContain('“Casa da Ana”');
  expect(mail.text).toContain(page);
  const other = revocationMail({ ...facts, language, as: 'accessEnded' });
  expect(other.text).toMatch(
    /disabled or the permission|desativada ou a permissão|desactivó la skill o se revocó el permiso/,
  );
  expect(mail.text).not.toMatch(/permission|permissão|permiso/);
});

describe('where connecting anew mends it', () => {
  test.each([
    ['pt', 'abra https://recado.example/amazon-auth?id=7 e clique em “Reconectar conta”. É um só clique'],
    ['en', 'open https://recado.example/amazon-auth?id=7 and press “Reconnect account”. It takes one click'],
    ['es', 'abra https://recado.example/amazon-auth?id=7 y haga clic en “Reconectar cuenta”. Basta un clic'],
  ] as const)('the e-mail in %s names the page, the button and nothing else to do', (language, next) => {
    const { text } = revocationMail({ ...facts, language, skillPage });
    expect(text).toContain(next);
    expect(text).not.toContain(skillPage);
    expect(text).not.toMatch(/disable and enable|desative e ative|desactive y active/u);
  });
});

describe('where only the Alexa app mends it', () => {
  test.each([
    ['pt', 'desative e ative a skill no app Alexa'],
    ['en', 'disable and enable the skill in the Alexa app'],
    ['es', 'desactive y active la skill en la app Alexa'],
  ] as const)(
    'the e-mail in %s says so, with the address of the skill, and names no button of ours',
    (language, next) => {
      const { text } = revocationMail({ ...facts, language, mend: 'reinstall', skillPage });
      expect(text).toContain(next);
      expect(text).toContain(skillPage);
      expect(text).toContain(page);
      expect(text).not.toMatch(/recone[ck]|reconnect/iu);
    },
  );

  test.each(languageCodes)('the e-mail in %s says so in words where the address is not known', (language) => {
    const { text } = revocationMail({ ...facts, language, mend: 'reinstall' });
    expect(text).toContain(page);
    expect(text.split('\n\n')).toHaveLength(4);
    expect(text).not.toContain('undefined');
  });
});

test('in Spanish it says usted, and calls a workspace as the app does', () => {
  for (const mend of ['reconnect', 'reinstall'] as const) {
    const { text } = revocationMail({ ...facts, language: 'es', as: 'accessEnded', mend, skillPage });
    expect(text).toContain('espacio de trabajo “Casa da Ana”');
    expect(text).not.toMatch(/\b(tu|tus|tú|activa|mira)\b|workspace/iu);
  }
});
