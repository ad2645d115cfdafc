/** Undefined when it is no JSON. Lone surrogates are replaced. */
export function json(text: string): unknown {
  try {
    return halfLetter.test(text) ? JSON.parse(text, whole) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The table takes no text with a lone surrogate. */
const halfLetter = /\\u[dD][89a-fA-F]/;

const whole = (_: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value);
