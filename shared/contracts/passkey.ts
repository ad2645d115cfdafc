import * as z from 'zod/mini';

const filled = z.string().check(z.minLength(1));

/** Request options. https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialrequestoptionsjson */
export const passkeyChallenge = z.looseObject({ challenge: filled });

export type PasskeyChallenge = z.output<typeof passkeyChallenge>;

/** A signed answer. https://www.w3.org/TR/webauthn-3/#dictdef-authenticationresponsejson */
export const passkeyAssertion = z.looseObject({
  id: filled,
  rawId: filled,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: filled, authenticatorData: filled, signature: filled }),
});

export type PasskeyAssertion = z.output<typeof passkeyAssertion>;
