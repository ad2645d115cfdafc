import { createHash } from 'node:crypto';

/** First words and a hash by sentence: `26.1` is the first sentence of line 26. */
export type Sentences = Readonly<Record<string, readonly string[]>>;

/** The sentences of the specification. Bullets, table rows and fragments count as sentences. */
export function sentencesOf(markdown: string): Sentences {
  const all = specLines(markdown).flatMap(({ number, text }) =>
    splitSentences(text).map((sentence, at): [string, string[]] => [
      `${number}.${at + 1}`,
      [
        sentence.split(' ').slice(0, 5).join(' ').slice(0, 60),
        createHash('sha256').update(sentence).digest('hex').slice(0, 8),
      ],
    ]),
  );
  return Object.fromEntries(all);
}

/** Differences between the stored sentences and those of the specification. */
export function driftProblems(kept: Sentences, spec: Sentences): string[] {
  const ids = new Set([...Object.keys(kept), ...Object.keys(spec)]);
  return [...ids]
    .filter((id) => kept[id]?.join() !== spec[id]?.join())
    .map((id) => `Sentence ${id} was "${kept[id]?.[0] ?? ''}" and is "${spec[id]?.[0] ?? ''}" in the specification`);
}

/** Skips empty lines, headings, completely bold lines, and the heads and rules of tables. */
export function specLines(markdown: string): { number: number; text: string }[] {
  const lines = markdown.split('\n');
  return lines.flatMap((line, at) => {
    const isHead = isTableRule(lines[at + 1] ?? '');
    const isHeading = /^#|^\*\*[^*]+\*\*$/.test(line.trim());
    if (line.trim() === '' || isHeading || isHead || isTableRule(line)) return [];
    return [{ number: at + 1, text: plain(line) }];
  });
}

/** Whether a line is the rule between a table's head and its rows. */
const isTableRule = (line: string): boolean => /^\s*\|[\s:|-]+$/.test(line);

const plain = (line: string): string =>
  line
    .replace(/^\s*-\s/, '')
    .replace(/[*`|\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const quoted = /(?<!\p{L})'[^']*'(?!\p{L})/gu;
const sentenceEnd = /(?<=[^.][.?!]) |(?<=[^.][.?!]') (?=[\p{Lu}(])/u;

/** Splits after a full stop, but not within quotes and not after an ellipsis. */
export function splitSentences(text: string): string[] {
  const glued = text.replace(quoted, (quote) => quote.replaceAll(' ', '\u00A0'));
  return glued.split(sentenceEnd).map((sentence) => sentence.replaceAll('\u00A0', ' '));
}
