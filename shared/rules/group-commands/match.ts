import type { AddressedText } from './addressed.ts';
import { ownWord, type OwnWord } from './own-words.ts';

/** What a message asks for. */
export type MatchedCommand = { kind: 'fire'; name: string } | { kind: 'own'; word: OwnWord };

/**
 * What the whole of a message names; undefined for anything else that people write to each other. `names`: the
 * normalised names of the triggers. A trigger with the name of an own word wins, unless the message began with a sign.
 */
export function match(
  { words, addressed }: AddressedText,
  names: { has: (name: string) => boolean },
): MatchedCommand | undefined {
  const word = ownWord(words);
  if (word && (addressed === 'sign' || !names.has(words))) return { kind: 'own', word };
  return names.has(words) ? { kind: 'fire', name: words } : undefined;
}
