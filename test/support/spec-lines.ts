import { isRule, type CoverageRow } from './coverage.ts';

/** A line of the specification that says something, without its marks: bullets, stars and the bars of tables. */
export type SpecLine = { number: number; text: string };

/** Everything but empty lines, headings, a line that is nothing but bold, and the heads and rules of tables. */
export function specLines(markdown: string): SpecLine[] {
  const lines = markdown.split('\n');
  return lines.flatMap((line, at) => {
    const isHead = isRule(lines[at + 1] ?? '');
    const isHeading = /^#|^\*\*[^*]+\*\*$/.test(line.trim());
    if (line.trim() === '' || isHeading || isHead || isRule(line)) return [];
    return [{ number: at + 1, text: plain(line) }];
  });
}

const plain = (line: string): string =>
  line
    .replace(/^\s*-\s/, '')
    .replace(/[*`|\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The first cell of a row: the number of a line, its opening words and, after a middle dot, what of it is shown. */
function lineOf({ sentence }: CoverageRow): SpecLine | undefined {
  const [, number = '', words = ''] = /^(\d+) ([^·]+)/.exec(sentence) ?? [];
  return number ? { number: Number(number), text: plain(words) } : undefined;
}

/** Where a table and the specification have drifted apart: lines without a row, and rows whose line begins otherwise. */
export function driftProblems(rows: readonly CoverageRow[], spec: string): string[] {
  const lines = new Map(specLines(spec).map(({ number, text }) => [number, text]));
  const missing = new Set(lines.keys());
  const wrong = rows.flatMap((row) => {
    const line = lineOf(row);
    if (line === undefined) return [`No line is named: ${row.sentence}`];
    missing.delete(line.number);
    const text = lines.get(line.number);
    if (text === undefined) return [`Line ${line.number} of the specification says nothing: ${row.sentence}`];
    return begins(text, line.text)
      ? []
      : [`Line ${line.number} of the specification begins otherwise: ${row.sentence}`];
  });
  return [...wrong, ...[...missing].map((number) => `Line ${number} has no row: ${lines.get(number)?.slice(0, 60)}`)];
}

/** At least four of its words, so that no row passes with a word that any line might begin with. */
const begins = (text: string, words: string): boolean =>
  text === words || (words.split(' ').length >= 4 && text.startsWith(words));
