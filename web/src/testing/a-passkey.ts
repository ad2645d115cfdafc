import type { PasskeyAssertion, PasskeyChallenge } from '#shared/contracts/passkey.ts';

export const aChallenge = (challenge = 'b25lIHJlcXVlc3Q'): PasskeyChallenge => ({
  challenge,
  timeout: 60_000,
  rpId: 'web.whatsapp.com',
  allowCredentials: [],
  userVerification: 'required',
});

const base64url = (text: string): string => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** A well-formed assertion without a real signature. */
export function anAssertion(challenge = aChallenge().challenge): PasskeyAssertion {
  const client = { type: 'webauthn.get', challenge, origin: 'https://web.whatsapp.com', crossOrigin: false };
  return {
    id: 'a2V5',
    rawId: 'a2V5',
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response: {
      clientDataJSON: base64url(JSON.stringify(client)),
      authenticatorData: 'ZGF0YQ',
      signature: 'c2lnbmF0dXJl',
      userHandle: null,
    },
  };
}
