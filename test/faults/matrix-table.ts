import type { CellResult } from './cell.ts';

/** A row for each fault, a column for each channel. */
export function matrixTable(verdicts: readonly CellResult[], channels: readonly string[]): string {
  const rows = [...Map.groupBy(verdicts, ({ cell }) => cell.row)];
  const lines = [
    ['fault', ...channels],
    ...rows.map(([row, all]) => [
      row,
      ...channels.map((channel) => summed(all.filter(({ cell }) => cell.channel.name === channel))),
    ]),
  ];
  const widths = ['', ...channels].map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const drawn = lines.map((line) =>
    line
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join(' | ')
      .trimEnd(),
  );
  return [drawn[0], widths.map((width) => '-'.repeat(width)).join('-|-'), ...drawn.slice(1)].join('\n');
}

/** `12: 9 sent, 3 server.busy`, wrong ones first; a dot where a fault does not apply. */
function summed(all: readonly CellResult[]): string {
  if (all.length === 0) return '·';
  const words = [...Map.groupBy(all, ({ word }) => word)].toSorted((a, b) => b[1].length - a[1].length);
  const wrong = all.filter(({ problems }) => problems.length > 0).length;
  const told = words.map(([word, those]) => (words.length === 1 ? word : `${those.length} ${word}`)).join(', ');
  return `${wrong > 0 ? `${wrong} WRONG of ` : ''}${all.length}: ${told}`;
}
