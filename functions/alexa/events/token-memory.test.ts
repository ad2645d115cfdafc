import { expect, test } from 'vitest';

import { anAccess } from '#test/support/worlds/a-grant.ts';

import { createTokenMemory } from './token-memory.ts';

const now = new Date('2026-11-20T12:00:00.000Z');

function aMemory() {
  const opened: string[] = [];
  const memory = createTokenMemory({
    open: (sealed, owner) => {
      opened.push(`${sealed} of ${owner}`);
      return Promise.resolve(sealed.replace('sealed:', ''));
    },
  });
  return { memory, opened };
}

test('opens a token once, for its own account', async () => {
  const { memory, opened } = aMemory();
  expect(await memory.open(anAccess(now))).toBe('access-1');
  expect(await memory.open(anAccess(now))).toBe('access-1');
  expect(opened).toEqual(['sealed:access-1 of A#amzn1.ana']);
});

test('opens a newer version again', async () => {
  const { memory } = aMemory();
  await memory.open(anAccess(now));
  expect(await memory.open(anAccess(now, { version: 2, sealed: 'sealed:access-2' }))).toBe('access-2');
});

test('does not open a token that was just issued', async () => {
  const { memory, opened } = aMemory();
  memory.keep(anAccess(now), 'fresh');
  expect(await memory.open(anAccess(now))).toBe('fresh');
  expect(opened).toEqual([]);
});
