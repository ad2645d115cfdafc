import { expect, test } from 'vitest';

import { mergePages } from './merge-pages.ts';

const merge = (size: number, ...pages: { items: string[]; next?: string }[]) => mergePages(pages, (item) => item, size);

test('sorts the items of all lists, newest first', () => {
  expect(merge(9, { items: ['e', 'b'] }, { items: ['d', 'a'] }, { items: [] })).toEqual({
    items: ['e', 'd', 'b', 'a'],
  });
});

test('continues after the last item of a full page', () => {
  expect(merge(2, { items: ['e', 'b'] }, { items: ['d'] })).toEqual({ items: ['e', 'd'], next: 'd' });
});

test('holds back items that are older than the known part of another list', () => {
  expect(merge(9, { items: ['f', 'd'], next: 'd' }, { items: ['e', 'c'] })).toEqual({
    items: ['f', 'e', 'd'],
    next: 'd',
  });
});

test('keeps items of one position on one page', () => {
  expect(merge(2, { items: ['e', 'd'] }, { items: ['d', 'c'] }, { items: ['d'] })).toEqual({
    items: ['e', 'd', 'd', 'd'],
    next: 'd',
  });
});

test('returns a cursor without items when a list had no match so far', () => {
  expect(merge(9, { items: [], next: 'd' }, { items: ['c'] })).toEqual({ items: [], next: 'd' });
});

test('lists every item once over all pages', () => {
  const lists = ['zxvtrpn', 'ywu', 'sqom'].map((letters) => letters.split(''));
  const pageFrom = (letters: readonly string[], before: string) => {
    const rest = letters.filter((letter) => letter < before);
    const items = rest.slice(0, 2);
    return { items, ...(rest.length > 2 && { next: items[1] ?? '' }) };
  };
  const seen: string[] = [];
  let before: string | undefined = '~';
  while (before !== undefined) {
    const from: string = before;
    const page = merge(2, ...lists.map((letters) => pageFrom(letters, from)));
    seen.push(...page.items);
    before = page.next;
  }
  expect(seen.join('')).toBe('zyxwvutsrqponm');
});

test('returns an empty page for no lists', () => {
  expect(merge(9)).toEqual({ items: [] });
});
