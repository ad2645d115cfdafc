import type { NewWorkspace } from '#functions/data/workspaces/workspace-writes.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import { Refusal } from '#shared/refusals.ts';
import { isPro, type SubscriptionStatus } from '#shared/rules/billing/plans.ts';
import { maxFreeWorkspaces } from '#shared/workspace-limit.ts';

import type { MakeWorkspace } from './new-workspace.ts';
import { validName } from './valid-name.ts';

type Deps = {
  makeWorkspace: MakeWorkspace;
  workspaces: {
    create(workspace: NewWorkspace, max?: number): Promise<'created' | 'nameTaken' | 'idTaken' | 'tooMany'>;
    list(userId: string): Promise<{ id: number }[]>;
  };
  subscriptions: { statuses(workspaceIds: readonly number[]): Promise<SubscriptionStatus[]> };
};

type Wish = { name: string; timeZone?: string | undefined };

export async function createWorkspace(deps: Deps, userId: string, { name: wished, timeZone }: Wish) {
  const name = validName(wished);
  return retryOnConflict({ tries: 3, exhausted: noFreeId }, async () => {
    const workspace = await deps.makeWorkspace({
      userId,
      name,
      defaultWorkspace: false,
      ...(timeZone !== undefined && { timeZone }),
    });
    const outcome = await createWithinLimit(deps, workspace);
    if (outcome === 'tooMany') throw new Refusal('workspace.limitReached');
    if (outcome === 'nameTaken') throw new Refusal('workspace.nameTaken', { fields: { name: 'workspace.nameTaken' } });
    return outcome === 'created' ? { ...workspace, status: 'ATIVO' as const } : 'conflict';
  });
}

/** Reads plans only when the limit is reached. */
async function createWithinLimit({ workspaces, subscriptions }: Deps, workspace: NewWorkspace) {
  const outcome = await workspaces.create(workspace, maxFreeWorkspaces);
  if (outcome !== 'tooMany') return outcome;
  const mine = await workspaces.list(workspace.userId);
  const statuses = await subscriptions.statuses(mine.map(({ id }) => id));
  return statuses.some(isPro) ? workspaces.create(workspace) : outcome;
}

/** Ids are random, so three taken ones in a row are a bug. */
const noFreeId = (): never => {
  throw new Error('No free workspace id was found.');
};
