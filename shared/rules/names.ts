import type { RefusalCode } from '../refusals.ts';

/** NFC, trimmed, runs of white space as one space. */
export const tidyName = (name: string): string => name.normalize('NFC').trim().replace(/\s+/gu, ' ');

/**
 * Case, accents and spacing do not count, since Alexa hears no accent. Vowel signs of other scripts are letters and
 * stay.
 */
export const normaliseName = (name: string): string =>
  tidyName(name)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/gu, '')
    .toLowerCase()
    .normalize('NFC');

/** In code points. */
const lengthOf = (name: string): number => Array.from(name).length;

/** Undefined for a good name. */
export function triggerNameProblem(name: string): RefusalCode | undefined {
  const tidy = tidyName(name);
  if (lengthOf(tidy) < 3) return 'trigger.nameTooShort';
  if (lengthOf(tidy) > 110) return 'trigger.nameTooLong';
  if (!/^(?:[\p{L}\p{Nd}]\p{M}*| )+$/u.test(tidy)) return 'trigger.nameCharacters';
  return undefined;
}

/** U+200D stays, as it only joins emoji. */
const isVisible = (text: string): boolean =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(text) && !/[\p{Cc}\p{Cs}]|(?!\u200d)\p{Cf}/u.test(text);

/** The form asks for 3 characters. */
export function workspaceNameProblem(name: string): RefusalCode | undefined {
  const length = lengthOf(tidyName(name));
  if (length < 1) return 'workspace.nameRequired';
  if (length > 110) return 'workspace.nameTooLong';
  if (!isVisible(tidyName(name))) return 'workspace.nameUnreadable';
  return undefined;
}
