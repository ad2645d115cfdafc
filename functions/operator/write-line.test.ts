import fc from 'fast-check';
import { expect, test } from 'vitest';

import { writeLine } from './write-line.ts';

function written(line: string): string {
  const said: string[] = [];
  writeLine({ write: (text) => said.push(text) })(line);
  return said.join('');
}

test.each([
  ['a color and a title', '\u001b[31mCasa\u001b]0;owned\u0007', '\\u001b[31mCasa\\u001b]0;owned\\u0007'],
  ['a one-byte escape', 'Casa\u009b2J', 'Casa\\u009b2J'],
  ['a carriage return', 'Casa\rdone\b', 'Casa\\u000ddone\\u0008'],
  ['a change of text direction', 'Casa \u202egnp', 'Casa \\u202egnp'],
  ['zero-width characters', 'Ca\u200bsa\u2028\u3164', 'Ca\\u200bsa\\u2028\\u3164'],
  ['tags outside the basic plane', 'Casa\u{e0041}', 'Casa\\udb40\\udc41'],
  ['a lone surrogate', 'Casa\ud83d', 'Casa\\ud83d'],
])('escapes %s', (_, line, shown) => expect(written(line)).toBe(`${shown}\n`));

test('keeps letters of any script, signs and line breaks', () => {
  const line = 'Família "São João"\n  中文 العربية हिन्दी 🏠 ❤️ 👩‍🚀 → 3 €';
  expect(written(line)).toBe(`${line}\n`);
});

test('escapes all control characters, and printed JSON keeps its value', { tags: 'threat-hostile-name' }, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(written(name)).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}|(?![\u200c\u200d])\p{Cf}|\p{Cs}/u);
      expect(JSON.parse(written(JSON.stringify({ name })))).toEqual({ name });
    }),
  );
});
