import { grantState } from '#functions/data/items/grant-item.ts';

import type { Callback } from '../attempt.ts';
import { callbackAddress } from '../pages.ts';
import type { ConnectDeps, ConsentRedirect, ConsentAttempt } from './connect-deps.ts';
import { advanceFlow, redirectToAllow, redirectForCode } from './consent-redirects.ts';
import { disableSkill } from './disable-skill.ts';
import { endFlow } from './end-flow.ts';

/** Returns the next redirect to Amazon; undefined if the flow has ended. */
export async function afterConsent(
  deps: ConnectDeps,
  { connect, codeVerifier, loginHint }: ConsentAttempt,
  code: string,
  { setCookie }: Pick<Callback, 'setCookie'>,
): Promise<string | undefined> {
  const [enablement, web, skill] = [deps.enablement, await deps.secrets.amazon(), await deps.secrets.alexa()];
  if (!enablement || !web || !skill) return endFlow(deps, connect, 'notConfigured');
  const redirectUri = callbackAddress(deps.appUrl, 'amazon');
  const tokens = await deps.amazon.exchangeCode({ code, client: skill, redirectUri, codeVerifier, timeoutMs: 3000 });
  if (tokens.outcome !== 'tokens') return endFlow(deps, connect, tokens.outcome);
  const { accessToken: token } = tokens;
  const stranger = await strangerIn(deps, connect, token);
  if (stranger !== undefined) return endFlow(deps, connect, stranger);

  const { trip: _, reset, sealedToken: __, ...redirect } = connect;
  if (reset) {
    // The user may have enabled the skill in the Alexa app while Amazon's consent page was open.
    if (grantState(await deps.findAccess(connect.workspaceId)) === 'valid') {
      await deps.connecting.end(connect);
      return undefined;
    }
    const off = await disableSkill(deps, enablement, { redirect: connect, token });
    if (off !== 'disabled') return endFlow(deps, connect, off);
    await advanceFlow(deps, connect, 'allow');
    // Disabling the skill has invalidated the token.
    return redirectToAllow(deps, redirect, skill, { loginHint, setCookie });
  }
  await advanceFlow(deps, connect, 'enable');
  return redirectForCode(deps, redirect, { client: web, token }, { loginHint, setCookie });
}

async function strangerIn({ amazon, comparesAccounts }: ConnectDeps, { amazonUserId }: ConsentRedirect, token: string) {
  if (!comparesAccounts) return undefined;
  const info = await amazon.tokenInfo(token, 2500);
  if (info.outcome === 'misconfigured') return info.outcome;
  if (info.outcome !== 'token' || info.userId === undefined) return 'unavailable';
  return info.userId === amazonUserId ? undefined : 'otherAccount';
}
