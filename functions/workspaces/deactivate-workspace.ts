import { readLinkEnding, type UnlinkDeps } from '#functions/alexa/unlink-amazon.ts';
import type { UserItem } from '#functions/data/items/user-item.ts';
import type { TransactItem } from '#functions/data/table.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import type { RefusalCode } from '#shared/refusals.ts';
import type { SubscriptionStatus } from '#shared/rules/billing/plans.ts';
import { whyNotDeactivate } from '#shared/rules/workspace-deactivation.ts';

export type DeactivateDeps = UnlinkDeps & {
  users: { find(userId: string): Promise<UserItem | undefined> };
  subscriptions: { status(workspaceId: number): Promise<SubscriptionStatus> };
  /** Writes that check the facts of the rules in the transaction and move the user to another workspace. */
  deactivationWrites(user: UserItem, workspace: WorkspaceItem): TransactItem[];
};

/** A no-op for an inactive workspace. Throws `server.busy`. */
export async function deactivateWorkspace(
  deps: DeactivateDeps,
  { userId, workspaceId }: { userId: string; workspaceId: number },
): Promise<'deactivated' | RefusalCode> {
  return retryOnConflict<'deactivated' | RefusalCode>({}, async () => {
    const [workspace, user, subscription] = await Promise.all([
      deps.workspaces.find(workspaceId),
      deps.users.find(userId),
      deps.subscriptions.status(workspaceId),
    ]);
    if (!user || workspace?.userId !== userId) return 'workspace.notFound';
    const isCurrent = user.currentWorkspaceId === workspaceId;
    const refusal = whyNotDeactivate({ isDefault: workspace.defaultWorkspace, isCurrent, subscription });
    if (refusal) return refusal;
    if (workspace.status === 'INATIVO') return 'deactivated';
    const { removed, also } = await readLinkEnding(deps, workspace);
    const writes = [...also, ...deps.deactivationWrites(user, workspace)];
    const ended = await deps.links.end(workspace, { removed, deactivate: true, also: writes });
    return ended === 'ended' ? 'deactivated' : 'conflict';
  });
}
