/** What a text says as JSON; undefined when it is none. Half a letter, as in a name that was cut, becomes a sign for one. */
export function json(text: string): unknown {
  try {
    return halfLetter.test(text) ? JSON.parse(text, whole) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON can spell half of a letter of two parts; the table takes no text that holds one. */
const halfLetter = /\\u[dD][89a-fA-F]/;

const whole = (_: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value);
