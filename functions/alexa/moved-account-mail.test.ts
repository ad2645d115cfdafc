import { expect, test } from 'vitest';

import { movedAccountMail } from './moved-account-mail.ts';

const facts = { workspace: 'Casa\nda Ana', workspaceId: 7, appUrl: 'https://recado.example' };

test.each([
  [
    'pt',
    'movida para outro workspace',
    'foram excluídos',
    'troque a senha',
    'um navegador em que essa conta estava aberta',
  ],
  ['en', 'moved to another workspace', 'were deleted', 'change its password', 'a browser that was signed in'],
  [
    'es',
    'se movió a otro espacio de trabajo',
    'se eliminaron',
    'cambia su contraseña',
    'un navegador con la sesión de esa cuenta iniciada',
  ],
] as const)(
  'explains in %s what happened and how, what ended, and what to do',
  (language, subject, ended, advice, how) => {
    const mail = movedAccountMail({ ...facts, language });
    expect(mail.subject).toContain(subject);
    expect(mail.text).toContain('“Casa da Ana”');
    expect(mail.text).toContain(ended);
    expect(mail.text).toContain(advice);
    expect(mail.text).toContain(how);
    expect(mail.text).toContain('https://recado.example/amazon-auth?id=7');
  },
);
