import type { AmazonLinkStore, Ending } from '#functions/data/alexa/amazon-link-store.ts';
import type { ListDevices } from '#functions/data/alexa/device-list.ts';
import type { GrantStore } from '#functions/data/alexa/grant-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import { Refusal } from '#shared/refusals.ts';

export type UnlinkDeps = {
  workspaces: { find(workspaceId: number): Promise<WorkspaceItem | undefined> };
  links: Pick<AmazonLinkStore, 'end'>;
  grants: Pick<GrantStore, 'findToMove' | 'detachWrites'>;
  listDevices: ListDevices;
};

/**
 * The outbox removes triggers and devices; the grant is kept for 30 days, because Alexa does not send it again. Throws
 * `workspace.notFound` and `server.busy`.
 */
export async function unlinkAmazon(deps: UnlinkDeps, request: { userId: string; workspaceId: number }): Promise<void> {
  await retryOnConflict({}, async () => {
    const workspace = await deps.workspaces.find(request.workspaceId);
    if (workspace?.userId !== request.userId) throw new Refusal('workspace.notFound');
    if (!workspace.link) return 'ended';
    const ending = { ...(await readLinkEnding(deps, workspace)), deactivate: false };
    return (await deps.links.end(workspace, ending)) === 'ended' ? 'ended' : 'conflict';
  });
}

export async function readLinkEnding(
  { grants, listDevices }: Pick<UnlinkDeps, 'grants' | 'listDevices'>,
  { id, link }: WorkspaceItem,
): Promise<Pick<Ending, 'removed' | 'also'>> {
  if (!link) return { removed: [], also: [] };
  const [grant, { devices, unreadable }] = await Promise.all([
    grants.findToMove(link.amazonUserId),
    listDevices(id, link.number),
  ]);
  return {
    removed: [...devices.map(({ deviceId }) => deviceId), ...unreadable],
    also: grants.detachWrites(link.amazonUserId, id, grant),
  };
}
