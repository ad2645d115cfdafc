import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { cdnCompression } from './cdn-compression.ts';

const text = Buffer.from('fire the routine '.repeat(100));

test('prefers Brotli to gzip, and both decompress to the original', () => {
  const compressed = cdnCompression('text/css; charset=utf-8', text);
  const both = compressed('gzip, deflate, br, zstd');
  expect(both?.encoding).toBe('br');
  expect(brotliDecompressSync(both?.body ?? '')).toEqual(text);
  const one = compressed('gzip;q=0.5');
  expect(one?.encoding).toBe('gzip');
  expect(gunzipSync(one?.body ?? '')).toEqual(text);
  expect(compressed('br;q=0, gzip')?.encoding).toBe('gzip');
});

test.each(['', 'identity', 'deflate', 'br;q=0, gzip;q=0.0'])(
  'sends the file uncompressed to a browser that accepts %j',
  (accepted) => {
    expect(cdnCompression('text/css', text)(accepted)).toBeUndefined();
  },
);

test.each([
  ['image/png', 5_000],
  ['application/manifest+json', 5_000],
  ['text/html', 999],
  ['text/html', 10_000_001],
])('sends %s of %i bytes uncompressed like the CDN', (type, size) => {
  expect(cdnCompression(type, Buffer.alloc(size, 97))('br, gzip')).toBeUndefined();
});

test.each(['text/html; charset=utf-8', 'application/json', 'image/svg+xml', 'text/javascript'])(
  'compresses %s of a thousand bytes',
  (type) => expect(cdnCompression(type, Buffer.alloc(1_000, 97))('br')?.encoding).toBe('br'),
);
