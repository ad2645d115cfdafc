import type { ExecutionStore, Narrowing } from '#functions/data/triggers/execution-store.ts';
import type { TriggerStore } from '#functions/data/triggers/trigger-store.ts';
import type { QueryOf, ReplyOf } from '#shared/contracts/endpoint.ts';
import type { historyContract } from '#shared/contracts/history.ts';

import { findCurrentLink, requireTrigger, type CurrentLinkDeps } from './current-link.ts';
import { cursorFor, executionReply, positionOf } from './list-executions.ts';

type Deps = CurrentLinkDeps & {
  triggers: Pick<TriggerStore, 'find' | 'list'>;
  executions: Pick<ExecutionStore, 'listTogether'>;
  now: () => Date;
};

type Activity = (typeof historyContract)['listActivity'];

/** Throws `trigger.notFound`, and `request.invalid` for an invalid cursor. */
export async function listActivity(
  deps: Deps,
  workspaceId: number,
  { cursor, channel, outcome, trigger, who, person, day }: QueryOf<Activity>,
): Promise<ReplyOf<Activity>> {
  const triggerIds = await idsOf(deps, workspaceId, trigger);
  const before = cursor === undefined ? undefined : positionOf(cursor, day);
  const only: Narrowing = {
    ...(channel && { channel }),
    ...(outcome && { end: outcome }),
    ...(who !== undefined && { who }),
    ...(person !== undefined && { person }),
    ...(day !== undefined && { day }),
  };
  const { runs, next } = await deps.executions.listTogether(triggerIds, before, only);
  const at = deps.now();
  return {
    items: runs.map((run) => ({ ...executionReply(run, at), triggerId: run.triggerId })),
    ...(next !== undefined && { cursor: cursorFor(next) }),
  };
}

async function idsOf(deps: Deps, workspaceId: number, triggerId: string | undefined): Promise<string[]> {
  if (triggerId !== undefined) return [(await requireTrigger(deps, { workspaceId, triggerId })).trigger.id];
  const link = await findCurrentLink(deps, workspaceId);
  const triggers = link ? await deps.triggers.list(workspaceId, link.number) : [];
  return triggers.map(({ id }) => id);
}
