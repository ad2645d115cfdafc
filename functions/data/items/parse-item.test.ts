import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { live, parseItem, parseItems, type UnreadableItem } from './parse-item.ts';

const at = new Date('2026-11-20T12:00:00.900Z');
const seconds = Math.floor(at.getTime() / 1000);
const schema = z.object({ type: z.literal('thing'), size: z.number() });

test('an item is there until the second in which its life ends', () => {
  expect(live({ expiresAt: seconds + 1 }, at)).toBeDefined();
  expect(live({ expiresAt: seconds }, at)).toBeUndefined();
});

test('an item without an end is there for ever, and an absent one is absent', () => {
  expect(live({ size: 1 }, at)).toEqual({ size: 1 });
  expect(live(undefined, at)).toBeUndefined();
});

test('what does not parse is left out and reported by its fields, never by its values', () => {
  const reported: UnreadableItem[] = [];
  const items = [{ type: 'thing', size: 1 }, { type: 'thing', size: 'private' }, { type: 'thing', size: 3 }, 'junk'];
  expect(parseItems(schema, items, (item) => void reported.push(item))).toEqual([items[0], items[2]]);
  expect(reported).toEqual([
    { type: 'thing', fields: 'size' },
    { type: 'untyped', fields: '' },
  ]);
});

test('what is absent is no reason to report', () => {
  const reported: UnreadableItem[] = [];
  expect(parseItem(schema, undefined, (item) => void reported.push(item))).toBeUndefined();
  expect(reported).toEqual([]);
});
