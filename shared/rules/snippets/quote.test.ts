import fc from 'fast-check';
import { expect, test } from 'vitest';

import { shellWord, textLiteral } from './quote.ts';

/** Every code point but lone surrogates; quotes and marks come up often. */
const special = [
  "'",
  '"',
  '`',
  '$',
  '\\',
  '!',
  '%',
  '{',
  '#',
  '&',
  '\n',
  '\r',
  '\t',
  '\0',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\uffff',
];
const anyText = fc
  .array(fc.oneof(fc.constantFrom(...special), fc.string({ unit: 'binary' })))
  .map((parts) => parts.join(''));

/** Shell Command Language, 2.2. */
function readByShell(word: string): string {
  const parts = word.matchAll(/'([^']*)'|"([^"]*)"|\\([\s\S])|([\s\S])/g);
  return Array.from(parts, ([, single, double, escaped, bare]) => {
    // The shell would do more than read a text.
    if (bare !== undefined || /[$`\\!]/.test(double ?? '')) throw new Error(`not only a text: ${word}`);
    return single ?? double ?? escaped ?? '';
  }).join('');
}

const yamlEscapes: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  '"': '"',
  '\\': '\\',
};
/** Not allowed in YAML, or folded between quotes. */
const notInYaml = /[^\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|[\u2028\u2029\ufeff]/u;

/** As YAML 1.1 and 1.2 both do. */
function readByYaml(scalar: string): string {
  if (!/^"(?:[^"\\]|\\.)*"$/s.test(scalar) || notInYaml.test(scalar)) throw new Error(`no scalar: ${scalar}`);
  return scalar.slice(1, -1).replaceAll(/\\(?:u([0-9a-f]{4})|([\s\S]))/gi, (all, code?: string, short = '') => {
    const read = code === undefined ? yamlEscapes[short] : String.fromCharCode(Number.parseInt(code, 16));
    if (read === undefined) throw new Error(`no escape of YAML: ${all}`);
    return read;
  });
}

test('a shell reads back the very text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(readByShell(shellWord(text))).toBe(text);
    }),
  );
});

test('a plain text is put in double quotes, which the Command Prompt of Windows knows as well', () => {
  expect(shellWord('https://go.example/prod/trigger/7/trg-1')).toBe('"https://go.example/prod/trigger/7/trg-1"');
  expect(shellWord('Authorization: Bearer Ab-_9')).toBe('"Authorization: Bearer Ab-_9"');
  for (const mark of '\'"$`\\!%^*()[]{}<>|;#\n') expect(shellWord(`a${mark}b`)).toMatch(/^'/);
});

test('JavaScript, whose texts include those of JSON, reads back the very text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(JSON.parse(textLiteral(text))).toBe(text);
    }),
  );
});

test('YAML reads back the very text, on one line', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(readByYaml(textLiteral(text))).toBe(text);
    }),
  );
});
