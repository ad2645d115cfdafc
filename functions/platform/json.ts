/** Parses JSON; undefined if the text is malformed. Replaces lone surrogates. */
export function json(text: string): unknown {
  try {
    return halfLetter.test(text) ? JSON.parse(text, whole) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** DynamoDB rejects text with a lone surrogate. */
const halfLetter = /\\u[dD][89a-fA-F]/;

const whole = (_: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value);
