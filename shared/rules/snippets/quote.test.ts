import fc from 'fast-check';
import { expect, test } from 'vitest';

import { shellWord, textLiteral } from './quote.ts';

/** All code points except lone surrogates, with quotes and special characters more frequent. */
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
    // The shell would interpret the text instead of reading it literally.
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

/** Reads scalars like YAML 1.1 and 1.2. */
function readByYaml(scalar: string): string {
  if (!/^"(?:[^"\\]|\\.)*"$/s.test(scalar) || notInYaml.test(scalar)) throw new Error(`no scalar: ${scalar}`);
  return scalar.slice(1, -1).replaceAll(/\\(?:u([0-9a-f]{4})|([\s\S]))/gi, (all, code?: string, short = '') => {
    const read = code === undefined ? yamlEscapes[short] : String.fromCharCode(Number.parseInt(code, 16));
    if (read === undefined) throw new Error(`no escape of YAML: ${all}`);
    return read;
  });
}

test('quotes any text so that a shell reads it back unchanged', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(readByShell(shellWord(text))).toBe(text);
    }),
  );
});

test('puts plain text in double quotes, which the Windows Command Prompt also supports', () => {
  expect(shellWord('https://go.example/prod/trigger/7/trg-1')).toBe('"https://go.example/prod/trigger/7/trg-1"');
  expect(shellWord('Authorization: Bearer Ab-_9')).toBe('"Authorization: Bearer Ab-_9"');
  for (const mark of '\'"$`\\!%^*()[]{}<>|;#\n') expect(shellWord(`a${mark}b`)).toMatch(/^'/);
});

test('quotes any text so that JSON and JavaScript read it back unchanged', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(JSON.parse(textLiteral(text))).toBe(text);
    }),
  );
});

test('quotes any text on one line so that YAML reads it back unchanged', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(readByYaml(textLiteral(text))).toBe(text);
    }),
  );
});
