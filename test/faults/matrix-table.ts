/** The result of one cell. `name` selects it for a replay. */
export type Verdict = { name: string; row: string; column: string; word: string; problems: readonly string[] };

/** Draws a row per fault and a column per channel or operation. */
export function matrixTable(verdicts: readonly Verdict[], columns: readonly string[]): string {
  const rows = [...Map.groupBy(verdicts, ({ row }) => row)];
  const lines = [
    ['fault', ...columns],
    ...rows.map(([row, all]) => [row, ...columns.map((column) => summed(all.filter((one) => one.column === column)))]),
  ];
  const widths = ['', ...columns].map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const drawn = lines.map((line) =>
    line
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join(' | ')
      .trimEnd(),
  );
  return [drawn[0], widths.map((width) => '-'.repeat(width)).join('-|-'), ...drawn.slice(1)].join('\n');
}

/** Lists each problem with the name of its cell. */
export const wrongCells = (verdicts: readonly Verdict[]): string[] =>
  verdicts.flatMap(({ name, word, problems }) => problems.map((problem) => `${name} => ${word}: ${problem}`));

/** Formats `12: 9 sent, 3 server.busy`, wrong results first, or a dot if the fault does not apply. */
function summed(all: readonly Verdict[]): string {
  if (all.length === 0) return '·';
  const words = [...Map.groupBy(all, ({ word }) => word)].toSorted((a, b) => b[1].length - a[1].length);
  const wrong = all.filter(({ problems }) => problems.length > 0).length;
  const told = words.map(([word, those]) => (words.length === 1 ? word : `${those.length} ${word}`)).join(', ');
  return `${wrong > 0 ? `${wrong} WRONG of ` : ''}${all.length}: ${told}`;
}
