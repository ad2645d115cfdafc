/** A trigger stores the name with its latest run, and its item must stay below 1 kB. */
const maxBytes = 40;

/** The name of a person as a run stores it: without the characters that exceed 40 bytes of UTF-8. */
export function storedWho(who: string): string {
  let text = '';
  let bytes = 0;
  for (const letter of who) {
    bytes += bytesOf(letter);
    if (bytes > maxBytes) break;
    text += letter;
  }
  return text;
}

/** `shared` has no `TextEncoder`. */
function bytesOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
