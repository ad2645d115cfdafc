import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { png } from './png.ts';
import { QR_CODE_SIZE, qrCode } from './qr-code.ts';

const digest = (text: string): string =>
  createHash('sha256').update(qrCode(text).flat().map(Number).join('')).digest('hex');

test('draws codes that a QR reader has verified', () => {
  expect(digest('2@abc')).toBe('87c929fbd1fc475a64b1a4f27300cc8dfda204aa1fe49b0cc958a652d6464ad9');
  expect(digest('x'.repeat(106))).toBe('0bb91879dc71812dfcfa5ca3df4355cd77d133217919c523bea3e7f34a2f0894');
});

test('draws different codes for different texts and throws for a text that is too long', () => {
  expect(qrCode('2@a')).not.toEqual(qrCode('2@b'));
  expect(() => qrCode('x'.repeat(107))).toThrow('do not fit');
});

test('encodes the image as PNG with a quiet zone', () => {
  const image = png(qrCode('2@abc'));
  expect(image.subarray(1, 4).toString()).toBe('PNG');
  expect(image.readUInt32BE(16)).toBe((QR_CODE_SIZE + 8) * 7);
});
