/** Accents, what joins or varies letters without being one, and characters without a width. */
const unseen =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u{e0100}-\u{e01ef}\p{Cf}\p{Cc}]/gu;

/** Longer ones are compared by their beginning, so that whatever is typed fits into a key of the table. */
const maxLetters = 200;

/**
 * A message and the name of a trigger in the form in which they are compared: letters and digits, in small letters
 * without accents, and one blank between words. Vowel signs of other scripts are parts of their letters, as in names.
 * Doing it twice changes nothing more.
 */
export function normaliseCommand(text: string): string {
  const words = bare(bare(blanks(text)).toLowerCase())
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
    .normalize('NFC');
  return Array.from(words).slice(0, maxLetters).join('').trim();
}

const bare = (text: string): string => text.normalize('NFKD').replace(unseen, '');

/** A line break is a character without a width, too, but one that ends a word. */
const blanks = (text: string): string => text.replace(/\s+/gu, ' ');
