import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { costs } from './costs.ts';

const page = readFileSync(new URL('../../docs/costs.md', import.meta.url), 'utf8');
const [, shown = ''] = /<!-- costs -->(.*)<!-- end of costs -->/s.exec(page) ?? [];

const cells = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s|:-]+\|$/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

const number = (text: string): number => Number(text.replaceAll(/[*,]/g, ''));

describe('the costs in docs/costs.md', () => {
  test('lists in docs/costs.md the costs that node test/costs/costs.ts prints', () => {
    expect(cells(shown)).toEqual(cells(costs()));
  });

  const lines = cells(shown).filter((line) => line.some((cell) => cell.includes('→')));

  test.each(lines)('lists in docs/costs.md quantity times price as the amount of %s', (_what, price = '', ...uses) => {
    const [, each = '', per] = /^([\d.]+) \/ (million)?/.exec(price) ?? [];
    for (const use of uses.slice(0, 2)) {
      const [quantity = '', amount = ''] = use.split(' → ');
      const product = (number(quantity) * number(each)) / (per ? 1e6 : 1);
      // Both amounts are rounded.
      expect(Math.abs(product - number(amount))).toBeLessThan(0.01);
    }
  });

  test('lists in docs/costs.md the correct sum of each part', () => {
    const amounts = (line: string[] | undefined): number[] =>
      (line ?? []).slice(2, 4).map((cell) => number(cell.split(' → ').at(-1) ?? ''));
    const table = cells(shown).slice(8);
    const ends = table.flatMap(([what = ''], index) => (what.startsWith('**') ? [index] : []));
    const wrong = ends.filter((end, part) => {
      const of = table.slice((ends[part - 1] ?? -1) + 1, end).map(amounts);
      // Tolerates half a cent for each rounded line.
      return amounts(table[end]).some(
        (said, use) => Math.abs(of.reduce((sum, line) => sum + (line[use] ?? 0), 0) - said) > 0.005 * (of.length + 1),
      );
    });
    expect([ends.length, wrong]).toEqual([5, []]);
  });
});
