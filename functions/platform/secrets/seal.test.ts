import { expect, test } from 'vitest';

import { createSeal, SealBroken, SealUnavailable } from './seal.ts';
import type { EncryptionKeys } from './secrets.ts';

const keyOf = (letter: string): string => Buffer.alloc(32, letter).toString('base64url');
const first: EncryptionKeys = { current: 'k1', keys: { k1: keyOf('1') } };
const rotated: EncryptionKeys = { current: 'k2', keys: { k1: keyOf('1'), k2: keyOf('2') } };

/** A process that has read `known` and gets `newer` when it reads the keys again. */
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

test(
  'opens a sealed value for its owner, without showing the value in the sealed text',
  { tags: 'threat-table-read' },
  async () => {
    const { seal, open } = sealWith(first);
    const sealed = await seal('a secret', 'W#7');
    expect(sealed).not.toContain('secret');
    expect(await open(sealed, 'W#7')).toBe('a secret');
  },
);

test('seals the same text differently each time', async () => {
  const { seal } = sealWith(first);
  expect(await seal('a secret', 'W#7')).not.toBe(await seal('a secret', 'W#7'));
});

test('does not open a value that was moved to an item of another owner', async () => {
  const { seal, open } = sealWith(first);
  await expect(open(await seal('a secret', 'W#7'), 'W#8')).rejects.toThrow(SealBroken);
});

test('does not open a value whose owner was changed in the header', async () => {
  const { seal, open } = sealWith(first);
  const [, ...rest] = (await seal('a secret', 'W#7')).split('.');
  const header = { alg: 'dir', enc: 'A256GCM', kid: 'k1', owner: 'W#8' };
  const forged = [Buffer.from(JSON.stringify(header)).toString('base64url'), ...rest].join('.');
  await expect(open(forged, 'W#8')).rejects.toThrow(SealBroken);
});

test('opens an old value after a rotation and reports that it needs resealing', async () => {
  const old = await sealWith(first).seal('a secret', 'W#7');
  const { seal, open, needsResealing } = sealWith(rotated);
  expect(await open(old, 'W#7')).toBe('a secret');
  expect(await needsResealing(old)).toBe(true);
  expect(await needsResealing(await seal('a secret', 'W#7'))).toBe(false);
});

test('reads the keys again when it does not know the key', async () => {
  const sealed = await sealWith(rotated).seal('a secret', 'W#7');
  const behind = sealWith(first, rotated);
  expect(await behind.open(sealed, 'W#7')).toBe('a secret');
  expect(behind.timesAsked()).toBe(1);
});

test('does not open a value with an unknown key', async () => {
  const sealed = await sealWith(rotated).seal('a secret', 'W#7');
  await expect(sealWith(first).open(sealed, 'W#7')).rejects.toThrow(SealBroken);
});

test.each(['', 'plain text', 'a.b.c.d.e', 'eyJhbGciOiJub25lIn0..'])(
  'does not open "%s", which we did not seal',
  async (text) => {
    await expect(sealWith(first).open(text, 'W#7')).rejects.toThrow(SealBroken);
  },
);

test('does not seal without keys', async () => {
  await expect(sealWith(undefined).seal('a secret', 'W#7')).rejects.toThrow(SealUnavailable);
});
