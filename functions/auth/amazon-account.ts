import type { Log } from '#functions/platform/log.ts';
import type { Secrets } from '#functions/platform/secrets/secrets.ts';
import type { AmazonLogin, AmazonProfile } from '#functions/providers/amazon-login.ts';
import { Refusal } from '#shared/refusals.ts';

import { callbackAddress } from './pages.ts';

export type AmazonAccountDeps = {
  appUrl: string;
  secrets: Pick<Secrets, 'amazon'>;
  amazon: Pick<AmazonLogin, 'exchangeCode' | 'profile'>;
  log: Log;
};

export async function amazonAccount(
  { appUrl, secrets, amazon, log }: AmazonAccountDeps,
  { code, codeVerifier }: { code: string; codeVerifier: string },
): Promise<AmazonProfile> {
  const logMisconfigured = (reason: string): Refusal => {
    log('gateway.misconfigured', { reason, secret: 'amazon' });
    return new Refusal('auth.amazonNotConfigured');
  };
  const client = await secrets.amazon();
  if (!client) throw logMisconfigured('notConfigured');
  const redirectUri = callbackAddress(appUrl, 'amazon');
  const tokens = await amazon.exchangeCode({ code, client, redirectUri, codeVerifier, timeoutMs: 3000 });
  if (tokens.outcome === 'unavailable') throw new Refusal('auth.providerUnavailable');
  if (tokens.outcome === 'invalidGrant') throw new Refusal('auth.providerRefused');
  if (tokens.outcome !== 'tokens') throw logMisconfigured(tokens.outcome);
  const profile = await amazon.profile(tokens.accessToken, 2500);
  if (profile.outcome === 'unavailable') throw new Refusal('auth.providerUnavailable');
  if (profile.outcome === 'misconfigured') throw logMisconfigured('invalidClient');
  if (profile.outcome !== 'profile') throw new Refusal('auth.providerRefused');
  return { userId: profile.userId, name: profile.name, email: profile.email };
}
