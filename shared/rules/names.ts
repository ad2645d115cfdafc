import type { RefusalCode } from '../refusals.ts';

/** Normalises to NFC, trims, and collapses white space to single spaces. */
export const tidyName = (name: string): string => name.normalize('NFC').trim().replace(/\s+/gu, ' ');

const joiners = /[\u200c\u200d]/gu;

/**
 * Ignores case, accents, spacing and joiners: Alexa does not distinguish accents, and joiners are often invisible.
 * Vowel signs of other scripts are letters and stay.
 */
export const normaliseName = (name: string): string =>
  tidyName(name.replace(joiners, ''))
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/gu, '')
    .toLowerCase()
    .normalize('NFC');

/** In code points. */
const lengthOf = (name: string): number => Array.from(name).length;

/** The name of the device that confirms a trigger's runs. */
export const receiptName = (triggerName: string): string => `${triggerName} ok`;

/** The name of the trigger that a device with this name confirms. */
export const confirmedBy = (deviceName: string): string => deviceName.replace(/ ok$/i, '');

/** Returns undefined for a valid name. */
export function triggerNameProblem(name: string): RefusalCode | undefined {
  const tidy = tidyName(name);
  if (lengthOf(tidy) < 3) return 'trigger.nameTooShort';
  if (lengthOf(tidy) > 110) return 'trigger.nameTooLong';
  if (!/^(?:[\p{L}\p{Nd}]\p{M}*| )+$/u.test(tidy) || !isReadable(tidy)) return 'trigger.nameCharacters';
  return undefined;
}

const virama = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]`;
const arabicLetter = String.raw`(?=\p{Script=Arabic})\p{L}`;

/**
 * Allowed after signs of Indic scripts and between Arabic letters. One expression, so that two in a row never match.
 */
const wordJoiners = new RegExp(
  [
    String.raw`(?<=(?!\p{Script=Inherited})\p{M})\u200d`,
    String.raw`(?<=\p{L})\u200d(?=${virama})`,
    String.raw`(?<=${virama})\u200c`,
    String.raw`(?<=${arabicLetter}\p{M}*)\u200c(?=${arabicLetter})`,
  ].join('|'),
  'gu',
);

/** Variation selectors after a base, joiners within emoji and words, and the tags of a flag. */
const drawing = [
  /(?<=[\p{Emoji}\p{S}\p{Script=Han}\p{Script=Mongolian}])\p{VS}/gu,
  /(?<=[\p{ExtPict}\p{EMod}]\ufe0f?)\u200d(?=\p{ExtPict})/gu,
  wordJoiners,
  /(?<=\u{1f3f4})[\u{e0030}-\u{e007a}]{1,6}\u{e007f}/gu,
];

/** Unicode classifies fillers and blanks as letters or symbols, but they are drawn as nothing. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{DI}\u2800\ufffc\u{1d159}]/u;

/** Accents of any script can pile up without limit; a Burmese syllable legitimately has up to six marks. */
const heapedMarks = /(?:(?=\p{Script=Inherited})\p{M}){5}|\p{M}{7}/u;

const isReadable = (text: string): boolean =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(text) &&
  !invisible.test(drawing.reduce((rest, part) => rest.replace(part, ''), text)) &&
  !heapedMarks.test(text.replace(joiners, ''));

/** The form requires 3 characters, but the API accepts one. */
export function workspaceNameProblem(name: string): RefusalCode | undefined {
  const length = lengthOf(tidyName(name));
  if (length < 1) return 'workspace.nameRequired';
  if (length > 110) return 'workspace.nameTooLong';
  if (!isReadable(tidyName(name))) return 'workspace.nameUnreadable';
  return undefined;
}

/** Cuts before a character, with all its marks and joiners, that would not fit. A trailing non-joiner is removed. */
export function shortenedName(name: string, maxLength = 110): string {
  let short = '';
  let length = 0;
  for (const { segment } of new Intl.Segmenter().segment(tidyName(name))) {
    length += lengthOf(segment);
    if (length > maxLength) return short.trim().replace(/\u200c$/u, '');
    short += segment;
  }
  return short.trim();
}

/**
 * Removes fillers and zero-width characters, except those that form an emoji or join a word. Only mail code imports
 * the pattern.
 */
export function stripInvisible(text: string): string {
  const drawn = drawing.map(({ source }) => source).join('|');
  return text.replace(new RegExp(`(?<drawn>${drawn})|[\\p{DI}\\p{Cf}\\u2800\\ufffc\\u{1d159}]`, 'gu'), '$<drawn>');
}

/**
 * Cleans a name from another company: removes control characters and text direction. Returns an empty string if
 * nothing visible is left.
 */
export function cleanExternalName(told: string): string {
  const plain = tidyName(
    told
      .toWellFormed()
      .replace(/\p{Cc}/gu, ' ')
      .replace(/(?![\u200c\u200d])\p{Cf}/gu, ''),
  );
  return /(?!\p{DI}|[\u2800\ufffc\u{1d159}])[\p{L}\p{N}\p{P}\p{S}]/u.test(plain) ? plain : '';
}

/**
 * Cleans and shortens another company's name of a person or group (in code points). Returns an empty string if the
 * shortened part is invisible.
 */
export const displayNameFrom = (text: string, maxLength = 110): string =>
  // The part that fits may be invisible, so it is cleaned again.
  cleanExternalName(shortenedName(cleanExternalName(text), maxLength));
