import { createHash, randomBytes } from 'node:crypto';

import * as z from 'zod/mini';

import type { Session } from './entities.ts';

type Asking = NonNullable<Session['asking']>;

export function challengeOf({ challenge }: Pick<Asking, 'challenge'>) {
  return {
    challenge,
    timeout: 60_000,
    rpId: 'web.whatsapp.com',
    allowCredentials: [],
    userVerification: 'required',
  };
}

/** The JSON form of a credential. https://www.w3.org/TR/webauthn-3/#dictdef-authenticationresponsejson */
export const assertionSchema = z.looseObject({
  id: z.string().check(z.minLength(1)),
  rawId: z.string().check(z.minLength(1)),
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: z.string().check(z.minLength(1)),
    authenticatorData: z.string().check(z.minLength(1)),
    signature: z.string().check(z.minLength(1)),
  }),
});

const clientData = z.object({ type: z.literal('webauthn.get'), challenge: z.string(), origin: z.string() });

/** The signature is not verified, because the sandbox has only an invented key. */
export function answers(assertion: z.output<typeof assertionSchema>, { challenge }: Asking): boolean {
  try {
    const decoded: unknown = JSON.parse(Buffer.from(assertion.response.clientDataJSON, 'base64url').toString('utf8'));
    const data = clientData.safeParse(decoded);
    return data.success && data.data.challenge === challenge && data.data.origin === 'https://web.whatsapp.com';
  } catch {
    return false;
  }
}

export function sign(challenge: string) {
  const credential = createHash('sha256').update('a passkey').digest('base64url');
  const data = { type: 'webauthn.get', challenge, origin: 'https://web.whatsapp.com', crossOrigin: false };
  const relyingParty = createHash('sha256').update('web.whatsapp.com').digest();
  return {
    id: credential,
    rawId: credential,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response: {
      clientDataJSON: Buffer.from(JSON.stringify(data)).toString('base64url'),
      authenticatorData: Buffer.concat([relyingParty, Buffer.from([0x05, 0, 0, 0, 1])]).toString('base64url'),
      signature: randomBytes(70).toString('base64url'),
      userHandle: null,
    },
  };
}
