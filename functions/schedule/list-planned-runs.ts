import type { PlannedRunStore } from '#functions/data/schedule/planned-run-store.ts';
import type { CurrentLinkDeps } from '#functions/triggers/current-link.ts';
import type { ReplyOf } from '#shared/contracts/endpoint.ts';
import type { plansContract } from '#shared/contracts/plans.ts';

import { isListed, plannedRunReply } from './planned-run-reply.ts';

type Deps = CurrentLinkDeps & { plannedRuns: Pick<PlannedRunStore, 'list'> };

export async function listPlannedRuns(
  { workspaces, plannedRuns }: Deps,
  workspaceId: number,
): Promise<ReplyOf<(typeof plansContract)['listPlans']>> {
  const [workspace, items] = await Promise.all([workspaces.find(workspaceId), plannedRuns.list(workspaceId)]);
  const { timeZone, link } = workspace ?? {};
  const plans = items.flatMap((item) => (isListed(item, link?.number) ? plannedRunReply(item) : []));
  // Paused and past plans have no next time and come last.
  const order = ({ nextAt, id }: (typeof plans)[number]): string => `${nextAt ?? '~'} ${id}`;
  return {
    plans: plans.toSorted((one, other) => (order(one) < order(other) ? -1 : 1)),
    ...(timeZone !== undefined && { timeZone }),
  };
}
