import { expect, test } from 'vitest';

import { plainText } from './plain-text.ts';

test.each([
  ['  Luz da sala\t ', 'Luz da sala'],
  ['Cha\u0301', 'Chá'],
  ['one\r\ntwo\rthree\nfour', 'one\ntwo\nthree\nfour'],
  ['a\u0000b\u001b[31mc\u009bd\u007f', 'a b [31mc d'],
  ['👨‍👩‍👧‍👦 中文 العربية', '👨‍👩‍👧‍👦 中文 العربية'],
  ['\u0000\n ', ''],
])('stores %j as %j', (written, kept) => expect(plainText(written)).toBe(kept));
