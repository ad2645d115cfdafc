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

/** Returns the redirect to Amazon for a sign-in or, with `link`, for linking the account that the user signs in to. */
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
    ...(link ? { link, ...hint } : workspaceNameField(defaultWorkspaceName)),
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
  const attempt = await startAttempt(deps, { provider: 'google', ...workspaceNameField(defaultWorkspaceName) });
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

/** Shortens the name, because it comes from the URL and can have any length. */
const workspaceNameField = (wishedName: string | undefined): { defaultWorkspaceName?: string } =>
  wishedName === undefined ? {} : { defaultWorkspaceName: shortenedName(wishedName) };
