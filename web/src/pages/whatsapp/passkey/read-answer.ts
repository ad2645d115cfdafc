import * as z from 'zod/mini';

import { type PasskeyAssertion, type PasskeyChallenge, passkeyAssertion } from '#shared/contracts/passkey.ts';

export type ReadAnswer =
  | { outcome: 'signed'; assertion: PasskeyAssertion }
  | {
      outcome:
        | 'unreadable'
        /** The answer signs an earlier request. */
        | 'otherRequest';
    };

export type ReadText =
  | ReadAnswer
  | {
      outcome:
        | 'empty'
        /** The user pasted the script instead of its result. */
        | 'script';
    };

const clientData = z.object({ challenge: z.string() });

export function readText(text: string, challenge: PasskeyChallenge): ReadText {
  if (text.trim() === '') return { outcome: 'empty' };
  if (text.includes('navigator.credentials')) return { outcome: 'script' };
  return readAssertion(parseJson(text), challenge);
}

export function readAssertion(answer: unknown, { challenge }: PasskeyChallenge): ReadAnswer {
  const assertion = passkeyAssertion.safeParse(answer);
  if (!assertion.success) return { outcome: 'unreadable' };
  const client = clientData.safeParse(parseJson(fromBase64url(assertion.data.response.clientDataJSON)));
  if (!client.success) return { outcome: 'unreadable' };
  return plain(client.data.challenge) === plain(challenge)
    ? { outcome: 'signed', assertion: assertion.data }
    : { outcome: 'otherRequest' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fromBase64url(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
}

/** Normalizes both base64 alphabets, with and without padding. */
const plain = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
