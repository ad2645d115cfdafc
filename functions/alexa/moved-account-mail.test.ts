import { expect, test } from 'vitest';

import { movedAccountMail } from './moved-account-mail.ts';

const facts = { workspace: 'Casa\nda Ana', appUrl: 'https://recado.example' };

test.each([
  ['pt', 'movida para outro workspace', 'foram excluídos', 'troque a senha'],
  ['en', 'moved to another workspace', 'were deleted', 'change its password'],
  ['es', 'se movió a otro espacio de trabajo', 'se eliminaron', 'cambie la contraseña'],
] as const)('the mail in %s says what happened, what ended, and what to do', (language, subject, ended, advice) => {
  const mail = movedAccountMail({ ...facts, language });
  expect(mail.subject).toContain(subject);
  expect(mail.text).toContain('“Casa da Ana”');
  expect(mail.text).toContain(ended);
  expect(mail.text).toContain(advice);
  expect(mail.text).toContain('https://recado.example/amazon-auth');
});
