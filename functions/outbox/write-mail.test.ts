import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { languageCodes } from '#shared/rules/language.ts';

import { nameInMail, writeMail } from './write-mail.ts';

test.each([
  ['pt', 'Olá,', 'pt-BR'],
  ['en', 'Hello,', 'en'],
  ['es', 'Hola:', 'es'],
] as const)(
  'writes a mail in %s with a greeting, the same words as text and HTML, and our name',
  (language, hello, locale) => {
    const paragraphs = [
      'What: “A & <B>”',
      ['one', 'two'],
      'Open https://recado.example/account, then https://recado.example/x?id=7.',
    ];
    const { subject, text, html } = writeMail({ language, subject: 'news', paragraphs });
    expect(subject).toBe('Recado: news');
    expect(text.split('\n\n')).toEqual([hello, paragraphs[0], '- one\n- two', paragraphs[2], 'Recado']);
    expect(html).toContain(`<html lang="${locale}">`);
    expect(html).toContain('<p>What: “A &amp; &lt;B&gt;”</p>\n<ul><li>one</li><li>two</li></ul>');
    expect(html).toContain('<a href="https://recado.example/account">https://recado.example/account</a>, then');
    expect(html).toContain('<a href="https://recado.example/x?id=7">https://recado.example/x?id=7</a>.');
  },
);

test.each([
  ['Casa\nda  Ana', 'Casa da Ana'],
  ['Sr.Silva & filhos', 'Sr Silva & filhos'],
  ['Win at https://evil.example/now!', 'Win at'],
  ['evil.example/pay now', 'evil example/pay now'],
  ['write to eve@evil.example', 'write to'],
  ['https://evil.example', '…'],
  ['\u202eanA\u0007', 'anA'],
  ['Casa 2. Andar', 'Casa 2. Andar'],
  ['Casa...', 'Casa...'],
  ['ev\u200bil\u200d.example', 'evil example'],
  ['evil\u2024example', 'evil example'],
  ['💩.la', '💩 la'],
  ['x\u030c.example', 'x\u030c example'],
  ['\\\\evil\\share', '…'],
  ['\u3164\u2800\ufe0f', '…'],
  ['👩\u200d👧 ❤\ufe0f', '👩\u200d👧 ❤\ufe0f'],
])('shows the name %j as %j in a mail', (name, shown) => {
  expect(nameInMail(name)).toBe(shown);
});

test('keeps addresses, line breaks and markup in a name out of a mail', { tags: 'threat-mail-injection' }, () => {
  const hostile = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 5 }),
      fc.constantFrom('https://', 'evil.example', '@', '.', '/', '<a href=', '"', '\r\n', '\u202e', ' ', 'javascript:'),
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(hostile, fc.constantFrom(...languageCodes), (parts, language) => {
      const name = nameInMail(parts.join(''));
      expect(name).toMatch(/\S/u);
      expect(name).not.toMatch(/[\p{Cc}\u202e]|:\/\/|\S@\S|[\p{L}\p{N}]\.[\p{L}\p{N}]/u);
      const { text, html } = writeMail({ language, subject: 'news', paragraphs: [`The home “${name}”`] });
      expect(text.split('\n')).toHaveLength(5);
      expect(html.match(/<[^>]*>/gu)).toHaveLength(20);
      expect(html).not.toContain('<a');
    }),
  );
});
