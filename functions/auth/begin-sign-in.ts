import type { SignInState } from '#functions/data/people/sign-in-state-store.ts';
import type { Secrets } from '#functions/platform/secrets/secrets.ts';
import type { AmazonLogin } from '#functions/providers/amazon-login.ts';
import type { GoogleLogin } from '#functions/providers/google-login.ts';
import { Refusal } from '#shared/refusals.ts';
import { shortenedName } from '#shared/rules/names.ts';

import { startAttempt, type AttemptDeps } from './attempt.ts';
import { callbackAddress } from './pages.ts';

export type BeginDeps = AttemptDeps & {
  secrets: Pick<Secrets, 'amazon' | 'google'>;
  amazon: Pick<AmazonLogin, 'authorizeUrl'>;
  google: Pick<GoogleLogin, 'authorizeUrl'>;
};

type SignInInput = { defaultWorkspaceName?: string | undefined; loginHint?: string | undefined };
export type SignInRedirect = { to: string; cookie: string };

/** Redirects to Amazon to sign in, or with `link` to prove which account is linked. */
export async function beginAtAmazon(
  deps: BeginDeps,
  { defaultWorkspaceName, loginHint }: SignInInput,
  link?: SignInState['link'],
): Promise<SignInRedirect> {
  const client = await deps.secrets.amazon();
  if (!client) throw new Refusal('auth.amazonNotConfigured');
  const hint = loginHint === undefined ? {} : { loginHint };
  const { state, codeChallenge, cookie } = await startAttempt(deps, {
    provider: 'amazon',
    ...(link ? { link, ...hint } : toCall(defaultWorkspaceName)),
  });
  const { clientId } = client;
  const redirectUri = callbackAddress(deps.appUrl, 'amazon');
  return { to: deps.amazon.authorizeUrl({ clientId, redirectUri, state, codeChallenge, ...hint }), cookie };
}

export async function beginAtGoogle(
  deps: BeginDeps,
  { defaultWorkspaceName, loginHint }: SignInInput,
): Promise<SignInRedirect> {
  const client = await deps.secrets.google();
  if (!client) throw new Refusal('auth.googleNotConfigured');
  const attempt = await startAttempt(deps, { provider: 'google', ...toCall(defaultWorkspaceName) });
  const to = await deps.google.authorizeUrl({
    clientId: client.clientId,
    redirectUri: callbackAddress(deps.appUrl, 'google'),
    state: attempt.state,
    nonce: attempt.nonce,
    codeChallenge: attempt.codeChallenge,
    ...(loginHint !== undefined && { loginHint }),
  });
  if (to === undefined) throw new Refusal('auth.providerUnavailable');
  return { to, cookie: attempt.cookie };
}

/** The name comes from the URL, so it may have any length. */
const toCall = (wished: string | undefined): { defaultWorkspaceName?: string } =>
  wished === undefined ? {} : { defaultWorkspaceName: shortenedName(wished) };
