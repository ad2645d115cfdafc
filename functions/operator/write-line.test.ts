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
  ['an escape of one byte', 'Casa\u009b2J', 'Casa\\u009b2J'],
  ['a return to the start of the line', 'Casa\rdone\b', 'Casa\\u000ddone\\u0008'],
  ['a turn of direction', 'Casa \u202egnp', 'Casa \\u202egnp'],
  ['letters without width', 'Ca\u200bsa\u2028\u3164', 'Ca\\u200bsa\\u2028\\u3164'],
  ['tags beyond the first plane', 'Casa\u{e0041}', 'Casa\\udb40\\udc41'],
  ['half a letter', 'Casa\ud83d', 'Casa\\ud83d'],
])('%s is spelled out', (_, line, shown) => expect(written(line)).toBe(`${shown}\n`));

test('letters of any script, signs and line breaks stay as they are', () => {
  const line = 'Família "São João"\n  中文 العربية हिन्दी 🏠 ❤️ 👩‍🚀 → 3 €';
  expect(written(line)).toBe(`${line}\n`);
});

test('whatever is stored, no terminal obeys it, and printed JSON reads as what it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(written(name)).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}|(?![\u200c\u200d])\p{Cf}|\p{Cs}/u);
      expect(JSON.parse(written(JSON.stringify({ name })))).toEqual({ name });
    }),
  );
});
