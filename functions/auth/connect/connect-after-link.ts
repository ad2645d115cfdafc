import { grantState, isReconnectRefused, type AccessItem } from '#functions/data/items/grant-item.ts';
import type { SignInState } from '#functions/data/people/sign-in-state-store.ts';
import type { ClientSecret } from '#functions/platform/secrets/secrets.ts';
import { Refusal } from '#shared/refusals.ts';

import type { Callback } from '../attempt.ts';
import { pageAddress } from '../pages.ts';
import type { ConnectDeps } from './connect-deps.ts';
import { redirectToAllow } from './consent-redirects.ts';
import { noteRefusal } from './end-flow.ts';

type Linked = {
  outcome: 'linked' | 'renewed';
  amazonUserId: string;
  link: NonNullable<SignInState['link']>;
  loginHint: string | undefined;
};

/**
 * Continues to Alexa if the grant is missing and this stage can enable the skill. Returns the browser's next address.
 * Throws `amazon.reinstallSkill` if linking again changed nothing and only the Alexa app helps.
 */
export async function connectAfterLink(
  deps: ConnectDeps,
  { outcome, amazonUserId, link: asked, loginHint }: Linked,
  { setCookie }: Pick<Callback, 'setCookie'>,
): Promise<string> {
  const { userId, sessionIdHash, workspaceId, reset } = asked;
  const id = String(workspaceId);
  const done = pageAddress(deps.appUrl, '/amazon-auth', { success: 'true', id });
  const access = await accessNow(deps, workspaceId);
  if (grantState(access) === 'valid') return done;

  const link = (await deps.workspaces.find(workspaceId))?.link;
  // The account was unlinked or moved in between, and the page shows the current state.
  if (link?.amazonUserId !== amazonUserId) return done;
  const { reopenedAt } = await deps.enablingRefused.state();
  const client = isReconnectRefused(link, access, { now: deps.now(), reopenedAt })
    ? undefined
    : await clientOf(deps, { workspaceId, amazonUserId });
  if (!client) return doneUnlessRenewed(outcome, done);

  const flow = { chainId: deps.newId(), workspaceId, link: link.number, amazonUserId };
  const isTooOften = (await deps.connecting.count(userId)) === 'tooMany';
  const begun = await deps.connecting.begin(flow, isTooOften ? { problem: 'amazon.connectTooOften' } : {});
  // Linking again changed nothing, so the page shows no success but only the status.
  if (isTooOften && outcome === 'renewed') return pageAddress(deps.appUrl, '/amazon-auth', { id });
  if (begun === 'linkChanged' || isTooOften) return done;
  const redirect = { ...flow, userId, sessionIdHash, ...(reset && { reset }) };
  return redirectToAllow(deps, redirect, client, { loginHint, setCookie });
}

/** Returns undefined if this stage cannot enable the skill, or if Amazon has recently refused all users. */
async function clientOf(
  deps: ConnectDeps,
  person: { workspaceId: number; amazonUserId: string },
): Promise<ClientSecret | undefined> {
  if (!deps.enablement || !(await deps.enablingRefused.mayAsk())) return undefined;
  const client = await deps.secrets.alexa();
  if (!client) await noteRefusal(deps, person, 'notConfigured');
  return client;
}

/**
 * Checks a grant that is stored as valid: it may have ended unnoticed, especially while no workspace was linked to it.
 */
async function accessNow(deps: ConnectDeps, workspaceId: number): Promise<AccessItem | undefined> {
  const access = await deps.findAccess(workspaceId);
  return access && grantState(access) === 'valid' ? deps.checkAccess(workspaceId, access) : access;
}

function doneUnlessRenewed(outcome: Linked['outcome'], done: string): string {
  if (outcome === 'renewed') throw new Refusal('amazon.reinstallSkill');
  return done;
}
