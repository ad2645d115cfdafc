import type { AmazonLinkStore } from '#functions/data/alexa/amazon-link-store.ts';
import type { MovedAccountStore } from '#functions/data/alexa/moved-account-store.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';

import {
  linkAmazonAccount,
  type Holder,
  type LinkAccountDeps,
  type LinkRequest,
  type LinkResult,
} from './link-amazon-account.ts';
import { endingOf, type UnlinkDeps } from './unlink-amazon.ts';

export type MoveAccountDeps = LinkAccountDeps &
  Pick<UnlinkDeps, 'grants' | 'listDevices'> & {
    links: Pick<AmazonLinkStore, 'find' | 'end'>;
    moved: Pick<MovedAccountStore, 'writes'>;
  };

/**
 * Links the account here. First ends the link of `from` like an unlink, but no other link. A crash in between leaves
 * the account unlinked, and the next attempt links it. Throws `server.busy`.
 */
export async function moveAmazonAccount(
  deps: MoveAccountDeps,
  request: LinkRequest,
  from: Holder,
): Promise<LinkResult> {
  const result = await linkAmazonAccount(deps, request);
  if (result.outcome !== 'accountInUse') return result;
  await retryOnConflict({}, () => endElsewhere(deps, request, from));
  return linkAmazonAccount(deps, request);
}

async function endElsewhere(
  deps: MoveAccountDeps,
  { account: { amazonUserId } }: LinkRequest,
  from: Holder,
): Promise<'ended' | 'conflict'> {
  const holder = await deps.links.find(amazonUserId);
  if (holder?.workspaceId !== from.workspaceId || holder.link !== from.link) return 'ended';
  const other = await deps.workspaces.find(holder.workspaceId);
  if (other?.link?.amazonUserId !== amazonUserId) return 'conflict';
  const { removed, also } = await endingOf(deps, other);
  const told = deps.moved.writes(other.id, other.link.number);
  const ended = await deps.links.end(other, { removed, also: [...also, ...told], deactivate: false });
  return ended === 'ended' ? 'ended' : 'conflict';
}
