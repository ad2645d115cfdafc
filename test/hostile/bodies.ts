import { gzipSync } from 'node:zlib';

import fc from 'fast-check';

import { deepJson, hostileValue } from './values.ts';

type Fields = Readonly<Record<string, unknown>>;

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
const inside = (fields: Fields): string => JSON.stringify(fields).slice(1, -1);
const joined = (...parts: readonly string[]): string => `{${parts.filter((part) => part !== '').join(',')}}`;

const polluting = ['__proto__', 'constructor', 'prototype'].flatMap((key) => [
  `"${key}":{"access":"anyone","userId":"stranger","polluted":true}`,
  `"${key}":{"${key}":{"polluted":true}}`,
  `"${key}":null`,
  `"x":{"y":[{"${key}":{"polluted":true}}]}`,
]);

/** Generates request bodies. `foreign` holds ids of another workspace, one per field name that takes an id. */
export function hostileBody(right: Fields, foreign: Fields): fc.Arbitrary<Buffer> {
  const names = Object.keys(right);
  const text = JSON.stringify(right);
  const changed = fc
    .tuple(fc.constantFrom(...(names.length > 0 ? names : ['name'])), hostileValue)
    .map(([name, value]) => bytes(JSON.stringify({ ...right, [name]: value })));
  const missing = fc
    .constantFrom(...(names.length > 0 ? names : ['name']))
    .map((name) => bytes(JSON.stringify({ ...right, [name]: undefined })));
  const extra = fc
    .dictionary(fc.string({ maxLength: 12 }), hostileValue, { maxKeys: 3 })
    .map((more) => bytes(JSON.stringify({ ...more, ...right })));
  const polluted = fc
    .constantFrom(...polluting)
    .chain((part) => fc.constantFrom(joined(part, inside(right)), joined(inside(right), part)))
    .map(bytes);
  const smuggled = fc.constant(bytes(JSON.stringify({ ...foreign, ...right })));
  const doubled = fc
    .constantFrom(joined(inside(right), inside(foreign)), joined(inside(foreign), inside(right)), text + text)
    .map(bytes);
  return fc.oneof(
    { weight: 6, arbitrary: changed },
    missing,
    extra,
    { weight: 2, arbitrary: polluted },
    smuggled,
    doubled,
    hostileValue.map((value) => bytes(JSON.stringify(value))),
    { weight: 3, arbitrary: brokenBytes(text) },
  );
}

function brokenBytes(text: string): fc.Arbitrary<Buffer> {
  const whole = bytes(text);
  return fc.oneof(
    fc.nat({ max: Math.max(0, whole.length - 1) }).map((length) => whole.subarray(0, length)),
    fc.uint8Array({ maxLength: 40 }).map((noise) => Buffer.concat([whole, noise])),
    fc.constantFrom(
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), whole]),
      Buffer.from(text, 'utf16le'),
      Buffer.from([0x22, 0xc3, 0x28, 0xff, 0xfe, 0xed, 0xa0, 0x80, 0x22]),
      bytes(text.replace(/"(?=[,}])/, '\\ud800"')),
      gzipSync(whole),
      bytes('NaN'),
      bytes('{"name":'),
      bytes("{'name':'single'}"),
      bytes(deepJson(1000, 'array')),
      bytes(deepJson(8000, 'array')),
      bytes(deepJson(2500, 'object')),
      bytes(deepJson(10_000, 'array')),
      bytes(joined(inside({ deep: 0 }).replace('0', deepJson(6000, 'array')))),
      Buffer.alloc(16 * 1024 + 1, ' '),
      Buffer.alloc(70 * 1024, '['),
    ),
  );
}
