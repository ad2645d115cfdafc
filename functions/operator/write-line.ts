/** Characters that a terminal interprets or hides, except line breaks, joiners and variation selectors. */
const obeyed = /(?![\n\u200c\u200d]|\p{VS})[\p{C}\p{Zl}\p{Zp}\p{DI}]/gu;

/** Escapes like JSON, so that printed JSON keeps its value. */
const asCode = (letters: string): string =>
  letters
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** All output to the operator's terminal goes through here, because stored names come from users. */
export const writeLine =
  (stream: { write(text: string): unknown }) =>
  (line: string): void =>
    void stream.write(`${line.replace(obeyed, asCode)}\n`);
