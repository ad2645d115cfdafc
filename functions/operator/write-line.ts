/** All that a terminal obeys or hides, without line breaks and what joins or varies letters and emoji. */
const obeyed = /(?![\n\u200c\u200d]|\p{VS})[\p{C}\p{Zl}\p{Zp}\p{DI}]/gu;

/** As JSON writes it, so that printed JSON stays what it was. */
const asCode = (letters: string): string =>
  letters
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** The only way to the operator's terminal, because what is stored was named by strangers. */
export const writeLine =
  (stream: { write(text: string): unknown }) =>
  (line: string): void =>
    void stream.write(`${line.replace(obeyed, asCode)}\n`);
