import { grantState, isReconnectRefused, type AccessItem } from '#functions/data/items/grant-item.ts';
import type { SignInState } from '#functions/data/people/sign-in-state-store.ts';
import type { ClientSecret } from '#functions/platform/secrets/secrets.ts';
import { Refusal } from '#shared/refusals.ts';

import type { Callback } from '../attempt.ts';
import { pageAddress } from '../pages.ts';
import type { ConnectDeps } from './connect-deps.ts';
import { noteRefusal } from './end-for.ts';
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
  const id = String(workspaceId);
  const done = pageAddress(deps.appUrl, '/amazon-auth', { success: 'true', id });
  const access = await accessNow(deps, workspaceId);
  if (grantState(access) === 'valid') return done;

  const link = (await deps.workspaces.find(workspaceId))?.link;
  // Unlinked or moved since: the page says what is.
  if (link?.amazonUserId !== amazonUserId) return done;
  const { reopenedAt } = await deps.enablingRefused.state();
  const client = isReconnectRefused(link, access, { now: deps.now(), reopenedAt })
    ? undefined
    : await clientOf(deps, { workspaceId, amazonUserId });
  if (!client) return unchanged(outcome, done);

  const flow = { chainId: deps.newId(), workspaceId, link: link.number, amazonUserId };
  const isTooOften = (await deps.connecting.count(userId)) === 'tooMany';
  const begun = await deps.connecting.begin(flow, isTooOften ? { problem: 'amazon.connectTooOften' } : {});
  // Linking again changed nothing, so that the status alone says what is.
  if (isTooOften && outcome === 'renewed') return pageAddress(deps.appUrl, '/amazon-auth', { id });
  if (begun === 'linkChanged' || isTooOften) return done;
  const trip = { ...flow, userId, sessionIdHash, ...(reset && { reset }) };
  return toAllow(deps, trip, client, { loginHint, setCookie });
}

/** Undefined where this stage does not enable the skill, or Amazon refuses that for everybody and was asked just now. */
async function clientOf(
  deps: ConnectDeps,
  person: { workspaceId: number; amazonUserId: string },
): Promise<ClientSecret | undefined> {
  if (!deps.enablement || !(await deps.enablingRefused.mayAsk())) return undefined;
  const client = await deps.secrets.alexa();
  if (!client) await noteRefusal(deps, person, 'notConfigured');
  return client;
}

/** A grant that reads valid may have ended unseen, above all one that no workspace had. */
async function accessNow(deps: ConnectDeps, workspaceId: number): Promise<AccessItem | undefined> {
  const access = await deps.findAccess(workspaceId);
  return access && grantState(access) === 'valid' ? deps.checkAccess(workspaceId, access) : access;
}

function unchanged(outcome: Linked['outcome'], done: string): string {
  if (outcome === 'renewed') throw new Refusal('amazon.reinstallSkill');
  return done;
}
