import type { Secrets } from '#functions/platform/secrets.ts';
import type { AmazonLogin, AmazonProfile } from '#functions/providers/amazon-login.ts';
import { Refusal } from '#shared/refusals.ts';

import { callbackAddress } from './pages.ts';

export type AmazonAccountDeps = {
  appUrl: string;
  secrets: Pick<Secrets, 'amazon'>;
  amazon: Pick<AmazonLogin, 'exchangeCode' | 'profile'>;
};

/** Who signed in at Amazon, by the code that the browser brought. The tokens are forgotten at once. */
export async function amazonAccount(
  { appUrl, secrets, amazon }: AmazonAccountDeps,
  { code, codeVerifier }: { code: string; codeVerifier: string },
): Promise<AmazonProfile> {
  const client = await secrets.amazon();
  if (!client) throw new Refusal('auth.amazonNotConfigured');
  const redirectUri = callbackAddress(appUrl, 'amazon');
  const tokens = await amazon.exchangeCode({ code, client, redirectUri, codeVerifier, timeoutMs: 3000 });
  if (tokens.outcome === 'unavailable') throw new Refusal('auth.providerUnavailable');
  if (tokens.outcome === 'invalidGrant') throw new Refusal('auth.providerRefused');
  if (tokens.outcome !== 'tokens') throw new Refusal('auth.amazonNotConfigured');
  const profile = await amazon.profile(tokens.accessToken, 2500);
  if (profile.outcome === 'unavailable') throw new Refusal('auth.providerUnavailable');
  if (profile.outcome !== 'profile') throw new Refusal('auth.providerRefused');
  return { userId: profile.userId, name: profile.name, email: profile.email };
}
