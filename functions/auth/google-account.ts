import type { Secrets } from '#functions/platform/secrets/secrets.ts';
import type { GoogleLogin } from '#functions/providers/google-login.ts';
import { Refusal } from '#shared/refusals.ts';

import { callbackAddress } from './pages.ts';

export type GoogleAccountDeps = {
  appUrl: string;
  secrets: Pick<Secrets, 'google'>;
  google: Pick<GoogleLogin, 'signIn'>;
};

export async function googleAccount(
  { appUrl, secrets, google }: GoogleAccountDeps,
  attempt: { code: string; codeVerifier: string; nonce: string },
): Promise<{ subject: string; name: string; email?: string }> {
  const client = await secrets.google();
  if (!client) throw new Refusal('auth.googleNotConfigured');
  const found = await google.signIn({ ...attempt, client, redirectUri: callbackAddress(appUrl, 'google') });
  if (found.outcome === 'account') return found.account;
  if (found.outcome === 'unavailable') throw new Refusal('auth.providerUnavailable');
  if (found.outcome === 'misconfigured') throw new Refusal('auth.googleNotConfigured');
  throw new Refusal('auth.providerRefused');
}
