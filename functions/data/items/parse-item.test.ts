import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { live, parseItem, parseItems, type UnreadableItem } from './parse-item.ts';

const at = new Date('2026-11-20T12:00:00.900Z');
const seconds = Math.floor(at.getTime() / 1000);
const schema = z.object({ type: z.literal('thing'), size: z.number() });

test('returns an item until the second in which it expires', () => {
  expect(live({ expiresAt: seconds + 1 }, at)).toBeDefined();
  expect(live({ expiresAt: seconds }, at)).toBeUndefined();
});

test('returns an item without expiresAt, and undefined for an absent item', () => {
  expect(live({ size: 1 }, at)).toEqual({ size: 1 });
  expect(live(undefined, at)).toBeUndefined();
});

test('leaves out unreadable items and reports their fields without values', () => {
  const reported: UnreadableItem[] = [];
  const items = [{ type: 'thing', size: 1 }, { type: 'thing', size: 'private' }, { type: 'thing', size: 3 }, 'junk'];
  expect(parseItems(schema, items, (item) => void reported.push(item))).toEqual([items[0], items[2]]);
  expect(reported).toEqual([
    { type: 'thing', fields: 'size' },
    { type: 'untyped', fields: '' },
  ]);
});

test('does not report an absent item', () => {
  const reported: UnreadableItem[] = [];
  expect(parseItem(schema, undefined, (item) => void reported.push(item))).toBeUndefined();
  expect(reported).toEqual([]);
});
