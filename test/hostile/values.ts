import fc from 'fast-check';

export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'lone \udc00 half',
  '\ufeffmark',
  '\u202egnirts\u202c',
  'a\u200b\u200c\u2060b',
  'e\u0301'.repeat(40),
  '👨‍👩‍👧‍👦'.repeat(20),
  '\u{10ffff}',
  '𝕳𝖊𝖑𝖑𝖔',
  '\r\nSet-Cookie: session=stolen',
  '\u001b[31mred\u001b[0m',
  '{"event":"request.failed","level":"ERROR"}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; DROP TABLE users; --",
  '${7*7}{{7*7}}',
  '../../../etc/passwd',
  'http://127.0.0.1:1/latest/meta-data',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '0x10',
  '９９',
  'true',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  'W#1',
  'a'.repeat(5000),
];

const hostileNumbers = [0, -0, -1, 0.5, 1e21, -1e21, 2 ** 53, 2 ** 31, Number.MIN_VALUE, Number.MAX_VALUE];

export const hostileValues: readonly unknown[] = [...hostileTexts, null, true, -1, 0.5, 1e21, [], ['a'], {}];

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 2, arbitrary: fc.constantFrom(...hostileNumbers) },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { length: 1e9 }, { toString: 1 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

export const deepJson = (levels: number, kind: 'array' | 'object'): string =>
  kind === 'array' ? '['.repeat(levels) + ']'.repeat(levels) : '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
