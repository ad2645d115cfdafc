import { isReconnectRefused, type AccessItem } from '#functions/data/alexa/grant-item.ts';
import type { SignInState } from '#functions/data/people/sign-in-state-store.ts';
import { Refusal } from '#shared/refusals.ts';

import type { Callback } from '../attempt.ts';
import { pageAddress } from '../pages.ts';
import type { ConnectDeps } from './connect-deps.ts';
import { toAllow } from './trips.ts';

type Linked = {
  outcome: 'linked' | 'renewed';
  amazonUserId: string;
  link: NonNullable<SignInState['link']>;
  loginHint: string | undefined;
};

/**
 * Goes on to Alexa while the grant is missing and this stage enables the skill; returns where the browser goes. Throws
 * `amazon.reinstallSkill` when linking again changed nothing and only the Alexa app helps.
 */
export async function connectAfterLink(
  deps: ConnectDeps,
  { outcome, amazonUserId, link: asked, loginHint }: Linked,
  { setCookie }: Pick<Callback, 'setCookie'>,
): Promise<string> {
  const { userId, sessionIdHash, workspaceId, reset } = asked;
  const done = pageAddress(deps.appUrl, '/amazon-auth', { success: 'true' });
  const access = await accessNow(deps, workspaceId);
  if (access?.state === 'valid') return done;

  const link = (await deps.workspaces.find(workspaceId))?.link;
  // Unlinked or moved since: the page says what is.
  if (link?.amazonUserId !== amazonUserId) return done;
  const client = deps.enablement && (await deps.secrets.alexa());
  if (!client || isReconnectRefused(link, access, deps.now())) return unchanged(outcome, done);

  const chain = { chainId: deps.newId(), workspaceId, link: link.number, amazonUserId };
  const isTooOften = (await deps.connecting.count(userId)) === 'tooMany';
  const begun = await deps.connecting.begin(chain, isTooOften ? 'amazon.connectTooOften' : undefined);
  if (begun === 'linkChanged' || isTooOften) return done;
  const trip = { ...chain, userId, sessionIdHash, ...(reset && { reset }) };
  return toAllow(deps, trip, client, { loginHint, setCookie });
}

/** A grant that reads valid may have ended unseen, above all one that no workspace had. */
async function accessNow(deps: ConnectDeps, workspaceId: number): Promise<AccessItem | undefined> {
  const access = await deps.findAccess(workspaceId);
  return access?.state === 'valid' ? deps.checkAccess(workspaceId, access) : access;
}

function unchanged(outcome: Linked['outcome'], done: string): string {
  if (outcome === 'renewed') throw new Refusal('amazon.reinstallSkill');
  return done;
}
