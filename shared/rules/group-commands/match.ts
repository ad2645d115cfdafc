import type { AddressedText } from './addressed.ts';
import { builtInCommandFor, type BuiltInWord } from './own-words.ts';

export type MatchedCommand = { kind: 'fire'; name: string } | { kind: 'own'; word: BuiltInWord };

/** Expects normalised `names`. A trigger has priority over a built-in command, unless the message began with a sign. */
export function match(
  { words, addressed }: AddressedText,
  names: { has: (name: string) => boolean },
): MatchedCommand | undefined {
  const word = builtInCommandFor(words);
  if (word && (addressed === 'sign' || !names.has(words))) return { kind: 'own', word };
  return names.has(words) ? { kind: 'fire', name: words } : undefined;
}
