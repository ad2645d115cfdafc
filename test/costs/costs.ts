import { type Item, parts, type Usage, usages } from './cost-items.ts';

const amountOf = ({ price, per = 1, quantity }: Item, usage: Usage): number => (quantity(usage) / per) * price;

const cents = (amount: number): string => amount.toFixed(2);
const rounded = (quantity: number): string =>
  quantity >= 100 ? Math.round(quantity).toLocaleString('en-US') : String(Number(quantity.toPrecision(3)));

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`;

const priceOf = ({ price, per = 1, unit }: Item): string =>
  per === 1 ? `${price} / ${unit}` : `${price} / million ${unit.replace(/(?<!-s)$/, 's')}`;

const sumOf = (items: readonly Item[], usage: Usage): number =>
  items.reduce((sum, item) => sum + amountOf(item, usage), 0);

const heads = usages.map(({ executionsPerDay }) => `${executionsPerDay.toLocaleString('en-US')} runs a day`);

function costTable(): string {
  const lines = parts.flatMap(({ name, items }) => [
    ...items.map((item) => {
      const amounts = usages.map((usage) => `${rounded(item.quantity(usage))} → ${cents(amountOf(item, usage))}`);
      return row(item.what, priceOf(item), ...amounts, item.because);
    }),
    row(`**${name}**`, '', ...usages.map((usage) => `**${cents(sumOf(items, usage))}**`), ''),
  ]);
  const rule = row('---', '---', ...usages.map(() => '---:'), '---');
  return [row('What', 'USD', ...heads, 'Quantity'), rule, ...lines].join('\n');
}

function costSums(): string {
  const without = (count: number, usage: Usage) =>
    parts.slice(0, count).reduce((sum, { items }) => sum + sumOf(items, usage), 0);
  const confirmed = parts.slice(4).flatMap(({ items }) => items);
  const choices: [string, (usage: Usage) => number][] = [
    ['without firewall and gateway', (usage) => without(1, usage)],
    ['and every run confirmed by its home', (usage) => without(1, usage) + sumOf(confirmed, usage)],
    ['with the firewall', (usage) => without(2, usage)],
    ['with our own WhatsApp gateway', (usage) => without(3, usage) - without(2, usage) + without(1, usage)],
    ['with both', (usage) => without(3, usage)],
    ['with both, and a fixed address', (usage) => without(4, usage)],
  ];
  return [
    row('USD a month', ...heads),
    row('---', ...usages.map(() => '---:')),
    ...choices.map(([name, sum]) => row(name, ...usages.map((usage) => cents(sum(usage))))),
  ].join('\n');
}

/** Returns the tables of `docs/costs.md`. `node test/costs/costs.ts` prints them. */
export const costs = (): string => `${costSums()}\n\n${costTable()}`;

if (import.meta.main) console.log(costs());
