import type { AmazonAccount, AmazonLinkStore, LinkedWorkspace } from '#functions/data/alexa/amazon-link-store.ts';
import type { GrantStore } from '#functions/data/alexa/grant-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';

export type LinkAccountDeps = {
  workspaces: { find(workspaceId: number): Promise<WorkspaceItem | undefined> };
  links: Pick<AmazonLinkStore, 'find' | 'link' | 'renew'>;
  grants: Pick<GrantStore, 'findToMove' | 'attachWrites'>;
};

/** Only the owner of the other workspace sees its name in `accountInUse`. */
export type LinkResult =
  | { outcome: 'linked' | 'renewed' }
  | { outcome: 'otherAccountLinked' | 'workspaceNotFound' | 'workspaceInactive' }
  | { outcome: 'accountInUse'; isCurrentUserWorkspace: boolean; workspaceName?: string; holder: Holder };

/** The link that currently holds the account. */
export type Holder = { workspaceId: number; link: number };

export type LinkRequest = { userId: string; workspaceId: number; account: AmazonAccount };

/**
 * Attaches a grant that the skill already stored, in the same transaction. Throws `server.busy` if the workspace or the
 * grant keeps changing.
 */
export const linkAmazonAccount = (deps: LinkAccountDeps, request: LinkRequest): Promise<LinkResult> =>
  retryOnConflict({}, () => linkAsRead(deps, request));

async function linkAsRead(
  deps: LinkAccountDeps,
  { userId, workspaceId, account }: LinkRequest,
): Promise<LinkResult | 'conflict'> {
  const { amazonUserId } = account;
  const workspace = await deps.workspaces.find(workspaceId);
  if (workspace?.userId !== userId) return { outcome: 'workspaceNotFound' };
  if (workspace.status !== 'ATIVO') return { outcome: 'workspaceInactive' };
  if (isLinked(workspace)) {
    if (workspace.link.amazonUserId !== amazonUserId) return { outcome: 'otherAccountLinked' };
    return (await deps.links.renew(workspace, account)) === 'renewed' ? { outcome: 'renewed' } : 'conflict';
  }
  const [holder, grant] = await Promise.all([deps.links.find(amazonUserId), deps.grants.findToMove(amazonUserId)]);
  // A second click linked the account to this workspace after it was read.
  if (holder?.workspaceId === workspaceId) return 'conflict';
  if (holder) return inUse(deps, userId, holder);
  const attach = deps.grants.attachWrites(amazonUserId, workspaceId, grant);
  const linked = await deps.links.link(workspace, account, attach);
  return linked === 'linked' ? { outcome: 'linked' } : 'conflict';
}

export const isLinked = (workspace: WorkspaceItem): workspace is LinkedWorkspace => workspace.link !== undefined;

async function inUse(
  { workspaces }: LinkAccountDeps,
  userId: string,
  { workspaceId, link }: Holder,
): Promise<LinkResult> {
  const holder = { workspaceId, link };
  const other = await workspaces.find(workspaceId);
  return other?.userId === userId
    ? { outcome: 'accountInUse', isCurrentUserWorkspace: true, workspaceName: other.name, holder }
    : { outcome: 'accountInUse', isCurrentUserWorkspace: false, holder };
}
