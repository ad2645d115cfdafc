import * as z from 'zod/mini';

import type { Deps } from '../directive.ts';

/** Alexa waits this long for the provider of the account linking. */
const PATIENCE_MS = 4500;

const tokensSchema = z.object({ access_token: z.string() });

type Asked = { redirectUri: string; authCode: string };

/** Redeems the code at the skill's token address, as the client of its account linking. Returns the grant's id. */
export async function spendCode(
  { world, amazon }: Deps,
  origin: string,
  { redirectUri, authCode }: Asked,
  scope: string,
): Promise<string | undefined> {
  const { id, secret } = world.clients.amazonWeb;
  const fields = { grant_type: 'authorization_code', code: authCode, redirect_uri: redirectUri };
  const answer = await fetch(`${origin}/amazon/auth/o2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
    .then((response): Promise<unknown> => (response.ok ? response.json() : Promise.resolve(undefined)))
    .catch(() => undefined);
  const tokens = tokensSchema.safeParse(answer);
  const grant = tokens.success ? amazon.findAccess(tokens.data.access_token)?.grant : undefined;
  if (grant === undefined || grant.scope === scope) return grant?.id;
  amazon.withdraw(grant.id);
  return undefined;
}
