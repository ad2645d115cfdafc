import { answerSigns } from './answer-signs.ts';
import { normaliseCommand } from './normalise.ts';

export type AddressedBy =
  | 'sign'
  /** The message mentions the linked number. */
  | 'mention'
  /** The message begins with the group's word. */
  | 'prefix'
  | undefined;

export type AddressedText = { words: string; addressed: AddressedBy };

const variation = /\ufe0f/gu;
const signs = Object.values(answerSigns).map((sign) => sign.replace(variation, ''));

/**
 * Reads the first line, normalised. `own` has the digits of phone and LID. Returns undefined for an empty text and for
 * our own replies.
 */
export function readMessage(text: string, own: readonly string[] = []): AddressedText | undefined {
  const line = firstLine(text);
  if (signs.some((sign) => line.replace(variation, '').startsWith(sign))) return undefined;
  const { rest, addressed } = withoutSign(withoutMention(withoutSign({ rest: line, addressed: undefined }), own));
  const words = normaliseCommand(rest);
  return words === '' ? undefined : { words, addressed };
}

export const beginsWithMention = (text: string): boolean => /^[/!.]?\s*@\d/u.test(firstLine(text));

const firstLine = (text: string): string =>
  text
    .replace(/^[\s\p{Cf}]+/u, '')
    .split(/[\n\r\v\f\u0085\u2028\u2029]/u, 1)
    .join('')
    .trim();

type Rest = { rest: string; addressed: AddressedBy };

/** A single sign only: a message that begins with three dots is not addressed to a bot. */
function withoutSign({ rest, addressed }: Rest): Rest {
  const after = /^[/!.](?![/!.])(.*)$/su.exec(rest)?.[1]?.trim();
  return after === undefined ? { rest, addressed } : { rest: after, addressed: 'sign' };
}

function withoutMention({ rest, addressed }: Rest, own: readonly string[]): Rest {
  const [mention, digits = ''] = /^@(\d+)[\s,:]*/u.exec(rest) ?? [];
  if (mention === undefined || !own.includes(digits)) return { rest, addressed };
  return { rest: rest.slice(mention.length), addressed: addressed ?? 'mention' };
}
