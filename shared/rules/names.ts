import type { RefusalCode } from '../refusals.ts';

/** Names as kept: Unicode NFC, trimmed, runs of white space as one space. */
export const tidyName = (name: string): string => name.normalize('NFC').trim().replace(/\s+/gu, ' ');

/**
 * Two names that sound alike are the same name: case, accents and spacing do not count, since Alexa hears no accent.
 * Only the accents of European letters fold; the vowel signs of other scripts are letters of a word.
 */
export const normaliseName = (name: string): string =>
  tidyName(name)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/gu, '')
    .toLowerCase()
    .normalize('NFC');

/** Length in code points, as people count letters. */
const lengthOf = (name: string): number => Array.from(name).length;

/** What is wrong with a trigger name; undefined when nothing is. */
export function triggerNameProblem(name: string): RefusalCode | undefined {
  const tidy = tidyName(name);
  if (lengthOf(tidy) < 3) return 'trigger.nameTooShort';
  if (lengthOf(tidy) > 110) return 'trigger.nameTooLong';
  if (!/^(?:[\p{L}\p{Nd}]\p{M}*| )+$/u.test(tidy)) return 'trigger.nameCharacters';
  return undefined;
}

/** Something to see, and nothing that hides or turns text around (U+200D only joins emoji). */
const isVisible = (text: string): boolean =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(text) && !/[\p{Cc}\p{Cs}]|(?!\u200d)\p{Cf}/u.test(text);

/** What is wrong with a workspace name for the server; the manage form asks for 3 characters on top. */
export function workspaceNameProblem(name: string): RefusalCode | undefined {
  const length = lengthOf(tidyName(name));
  if (length < 1) return 'workspace.nameRequired';
  if (length > 110) return 'workspace.nameTooLong';
  if (!isVisible(tidyName(name))) return 'workspace.nameUnreadable';
  return undefined;
}
