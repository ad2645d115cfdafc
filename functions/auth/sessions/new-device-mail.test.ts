import { expect, test } from 'vitest';

import { newDeviceMail } from './new-device-mail.ts';

const signIn = { browser: 'Chrome', system: 'Windows', at: '2026-11-20T21:05:00.000Z' } as const;
const facts = { appUrl: 'https://app.test', signedInWith: 'google', signIns: [signIn] } as const;

/** `Intl` writes a narrow space before PM. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test('writes the whole mail in English', () => {
  const { subject, text } = newDeviceMail({ ...facts, language: 'en' });
  expect(subject).toBe('Recado: sign-in on a new device');
  expect(plain(text)).toBe(`Hello,

Someone signed in to your account on a new device or browser:

- Chrome on Windows, November 20, 2026 at 9:05 PM UTC

If it was you, there is nothing to do.

If it was not you, open https://app.test/account, choose “Sign out everywhere”, and change the password of your Google account, which is used to sign in here.

Recado`);
});

test.each([
  ['pt', 'Chrome no Windows, 20 de novembro de 2026 às 21:05 UTC', '“Sair em todos os dispositivos”'],
  ['es', 'Chrome en Windows, 20 de noviembre de 2026', '“Cerrar sesión en todos”'],
] as const)('names the device, the time and the button in %s', (language, line, button) => {
  const { text } = newDeviceMail({ ...facts, language });
  expect(plain(text)).toContain(line);
  expect(text).toContain(button);
  expect(text).toContain('https://app.test/account');
});

test('lists several sign-ins by time in one mail, and leaves unknown details out', () => {
  const { text } = newDeviceMail({
    ...facts,
    signedInWith: 'amazon',
    language: 'en',
    signIns: [signIn, { at: '2026-11-20T10:00:00.000Z' }, { system: 'Android', at: '2026-11-20T11:00:00.000Z' }],
  });
  const lines = plain(text)
    .split('\n')
    .filter((line) => line.startsWith('- '));
  expect(lines.map((line) => line.split(',')[0])).toEqual(['- Unknown device', '- Android', '- Chrome on Windows']);
  expect(text).toContain('your Amazon account');
});
