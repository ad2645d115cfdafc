import type { AddressedText } from './addressed.ts';
import { normaliseCommand } from './normalise.ts';

/** Signs that may begin any command, and may be required as a prefix. */
const signPrefixes: readonly string[] = ['/', '!', '.'];
const maxLetters = 20;

export const isSign = (prefix: string | null): boolean => prefix !== null && signPrefixes.includes(prefix);

type PrefixProblem = 'group.prefixInvalid';

/** A prefix is a sign, or a word of up to 20 letters and digits. */
export function prefixProblem(prefix: string): PrefixProblem | undefined {
  if (isSign(prefix)) return undefined;
  const isPlain = /^[\p{L}\p{N}\p{M}]+$/u.test(prefix) && normaliseCommand(prefix) !== '';
  return isPlain && Array.from(prefix).length <= maxLetters ? undefined : 'group.prefixInvalid';
}

/** How a command is written in a group: `casa boa noite`, `/boa noite`. */
export function withPrefix(command: string, prefix: string | null | undefined): string {
  if (!prefix) return command;
  return isSign(prefix) ? `${prefix}${command}` : `${prefix} ${command}`;
}

/**
 * Removes the prefix that the group requires. Returns undefined for a message without it, except for one that mentions
 * our number. Each sign is a prefix where one is.
 */
export function withoutPrefix(text: AddressedText, prefix: string | undefined): AddressedText | undefined {
  if (prefix === undefined || text.addressed === 'mention') return text;
  if (isSign(prefix)) return text.addressed === 'sign' ? text : undefined;
  const first = `${normaliseCommand(prefix)} `;
  if (!text.words.startsWith(first)) return undefined;
  return { words: text.words.slice(first.length), addressed: text.addressed ?? 'prefix' };
}
