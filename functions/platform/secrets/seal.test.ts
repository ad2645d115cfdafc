import { expect, test } from 'vitest';

import { createSeal, SealBroken, SealUnavailable } from './seal.ts';
import type { EncryptionKeys } from './secrets.ts';

const keyOf = (letter: string): string => Buffer.alloc(32, letter).toString('base64url');
const first: EncryptionKeys = { current: 'k1', keys: { k1: keyOf('1') } };
const rotated: EncryptionKeys = { current: 'k2', keys: { k1: keyOf('1'), k2: keyOf('2') } };

/** A process that knows some keys, and what it would learn if it asked again. */
function sealWith(known: EncryptionKeys | undefined, newer: EncryptionKeys | undefined = known) {
  let asked = 0;
  const seal = createSeal({
    encryption: () => Promise.resolve(known),
    renewEncryption: () => {
      asked += 1;
      return Promise.resolve(newer);
    },
  });
  return { ...seal, timesAsked: () => asked };
}

test('a value sealed for an owner opens for that owner, and shows nothing of itself', async () => {
  const { seal, open } = sealWith(first);
  const sealed = await seal('a secret', 'W#7');
  expect(sealed).not.toContain('secret');
  expect(await open(sealed, 'W#7')).toBe('a secret');
});

test('the same text sealed twice looks different', async () => {
  const { seal } = sealWith(first);
  expect(await seal('a secret', 'W#7')).not.toBe(await seal('a secret', 'W#7'));
});

test("what was moved to another owner's item does not open", async () => {
  const { seal, open } = sealWith(first);
  await expect(open(await seal('a secret', 'W#7'), 'W#8')).rejects.toThrow(SealBroken);
});

test('a changed owner in the header does not open either, because the header is sealed too', async () => {
  const { seal, open } = sealWith(first);
  const [, ...rest] = (await seal('a secret', 'W#7')).split('.');
  const header = { alg: 'dir', enc: 'A256GCM', kid: 'k1', owner: 'W#8' };
  const forged = [Buffer.from(JSON.stringify(header)).toString('base64url'), ...rest].join('.');
  await expect(open(forged, 'W#8')).rejects.toThrow(SealBroken);
});

test('after a rotation the old seal still opens and asks to be renewed; the new one does not', async () => {
  const old = await sealWith(first).seal('a secret', 'W#7');
  const { seal, open, needsResealing } = sealWith(rotated);
  expect(await open(old, 'W#7')).toBe('a secret');
  expect(await needsResealing(old)).toBe(true);
  expect(await needsResealing(await seal('a secret', 'W#7'))).toBe(false);
});

test('a process that does not know the key yet asks for it again', async () => {
  const sealed = await sealWith(rotated).seal('a secret', 'W#7');
  const behind = sealWith(first, rotated);
  expect(await behind.open(sealed, 'W#7')).toBe('a secret');
  expect(behind.timesAsked()).toBe(1);
});

test('a key that is not known any more opens nothing', async () => {
  const sealed = await sealWith(rotated).seal('a secret', 'W#7');
  await expect(sealWith(first).open(sealed, 'W#7')).rejects.toThrow(SealBroken);
});

test.each(['', 'plain text', 'a.b.c.d.e', 'eyJhbGciOiJub25lIn0..'])('"%s" was not sealed by us', async (text) => {
  await expect(sealWith(first).open(text, 'W#7')).rejects.toThrow(SealBroken);
});

test('without keys nothing is sealed', async () => {
  await expect(sealWith(undefined).seal('a secret', 'W#7')).rejects.toThrow(SealUnavailable);
});
