import type { AddressedText } from './addressed.ts';
import { ownWord, type OwnWord } from './own-words.ts';

export type MatchedCommand = { kind: 'fire'; name: string } | { kind: 'own'; word: OwnWord };

/** `names` are normalised. A trigger has priority over a built-in command, unless the message began with a sign. */
export function match(
  { words, addressed }: AddressedText,
  names: { has: (name: string) => boolean },
): MatchedCommand | undefined {
  const word = ownWord(words);
  if (word && (addressed === 'sign' || !names.has(words))) return { kind: 'own', word };
  return names.has(words) ? { kind: 'fire', name: words } : undefined;
}
