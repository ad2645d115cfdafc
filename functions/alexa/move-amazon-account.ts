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
import { readLinkEnding, type UnlinkDeps } from './unlink-amazon.ts';

export type MoveAccountDeps = LinkAccountDeps &
  Pick<UnlinkDeps, 'grants' | 'listDevices'> & {
    links: Pick<AmazonLinkStore, 'find' | 'end'>;
    moved: Pick<MovedAccountStore, 'writes'>;
  };

/**
 * Links the account to the workspace of the request. First unlinks it from the workspace `from`, unless the account is
 * now linked elsewhere. After a crash in between, the account is unlinked, and the next attempt links it. Throws
 * `server.busy`.
 */
export async function moveAmazonAccount(
  deps: MoveAccountDeps,
  request: LinkRequest,
  from: Holder,
): Promise<LinkResult> {
  const result = await linkAmazonAccount(deps, request);
  if (result.outcome !== 'accountInUse') return result;
  await retryOnConflict({}, () => endOtherLink(deps, request, from));
  return linkAmazonAccount(deps, request);
}

async function endOtherLink(
  deps: MoveAccountDeps,
  { account: { amazonUserId } }: LinkRequest,
  from: Holder,
): Promise<'ended' | 'conflict'> {
  const holder = await deps.links.find(amazonUserId);
  if (holder?.workspaceId !== from.workspaceId || holder.link !== from.link) return 'ended';
  const other = await deps.workspaces.find(holder.workspaceId);
  if (other?.link?.amazonUserId !== amazonUserId) return 'conflict';
  const { removed, also } = await readLinkEnding(deps, other);
  const movedWrites = deps.moved.writes(other.id, other.link.number);
  const ended = await deps.links.end(other, { removed, also: [...also, ...movedWrites], deactivate: false });
  return ended === 'ended' ? 'ended' : 'conflict';
}
