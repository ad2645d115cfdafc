/** Accents and zero-width characters. */
const unseen =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u{e0100}-\u{e01ef}\p{Cf}\p{Cc}]/gu;

/** Fits into the table's keys. */
const maxLetters = 200;

/** Keeps the vowel signs of other scripts. */
export function normaliseCommand(text: string): string {
  const words = bare(bare(blanks(text)).toLowerCase())
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
    .normalize('NFC');
  return Array.from(words).slice(0, maxLetters).join('').trim();
}

const bare = (text: string): string => text.normalize('NFKD').replace(unseen, '');

/** A line break separates words. */
const blanks = (text: string): string => text.replace(/\s+/gu, ' ');
