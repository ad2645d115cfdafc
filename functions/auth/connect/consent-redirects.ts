import type { ConnectingStep, SkillFacts } from '#functions/data/alexa/connecting-store.ts';
import { workspacePartition } from '#functions/data/keys.ts';
import type { ClientSecret } from '#functions/platform/secrets/secrets.ts';
import type { AmazonScope } from '#functions/providers/amazon-login.ts';
import { Refusal } from '#shared/refusals.ts';

import { startAttempt } from '../attempt.ts';
import { callbackAddress } from '../pages.ts';
import type { ConnectDeps, ConsentRedirect } from './connect-deps.ts';

/** The browser that is redirected. The cookie binds the redirect to it. */
type RedirectContext = { loginHint: string | undefined; setCookie: (line: string) => void };

/** Redirects to the consent page, where the user allows us to enable the skill. */
export const redirectToAllow = (
  deps: ConnectDeps,
  redirect: Omit<ConsentRedirect, 'trip' | 'sealedToken'>,
  client: ClientSecret,
  leaving: RedirectContext,
): Promise<string> =>
  toAmazon(
    deps,
    { ...redirect, trip: 'allow' },
    { client, scope: 'alexa::skills:account_linking', pkce: true },
    leaving,
  );

/**
 * Redirects for a code that Alexa uses as the client of the skill's account linking, so it has no code verifier. We
 * send the code only to Amazon, and it is useless without the secret of that client.
 */
export async function redirectForCode(
  deps: ConnectDeps,
  redirect: Omit<ConsentRedirect, 'trip' | 'sealedToken' | 'reset'>,
  { client, token }: { client: ClientSecret; token: string },
  leaving: RedirectContext,
): Promise<string> {
  const sealedToken = await deps.seal.seal(token, workspacePartition(redirect.workspaceId));
  return toAmazon(deps, { ...redirect, trip: 'code', sealedToken }, { client, scope: 'profile', pkce: false }, leaving);
}

type Asking = { client: ClientSecret; scope: AmazonScope; pkce: boolean };

async function toAmazon(
  deps: ConnectDeps,
  connect: ConsentRedirect,
  { client: { clientId }, scope, pkce }: Asking,
  { loginHint, setCookie }: RedirectContext,
): Promise<string> {
  const hint = loginHint === undefined ? {} : { loginHint };
  const { state, codeChallenge, cookie } = await startAttempt(deps, { provider: 'amazon', connect, ...hint });
  setCookie(cookie);
  const redirectUri = callbackAddress(deps.appUrl, 'amazon');
  return deps.amazon.authorizeUrl({ clientId, redirectUri, state, scope, ...(pkce && { codeChallenge }), ...hint });
}

export async function advanceFlow(
  { connecting }: ConnectDeps,
  redirect: ConsentRedirect,
  step: ConnectingStep,
  seen: SkillFacts = {},
): Promise<void> {
  if ((await connecting.advance(redirect, step, seen)) === 'replaced') throw new Refusal('auth.stateInvalid');
}
