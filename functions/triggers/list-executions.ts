import type { Run } from '#functions/data/items/trigger-item.ts';
import type { ExecutionStore, Narrowing } from '#functions/data/triggers/execution-store.ts';
import type { TriggerStore } from '#functions/data/triggers/trigger-store.ts';
import type { ExecutionRecord } from '#shared/contracts/history.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Channel } from '#shared/rules/channels.ts';
import type { End } from '#shared/rules/execution/outcome-names.ts';

import { requireTrigger, type CurrentLinkDeps } from './current-link.ts';
import { runAnswer } from './receipts/run-answer.ts';

type Deps = CurrentLinkDeps & {
  triggers: Pick<TriggerStore, 'find'>;
  executions: Pick<ExecutionStore, 'list'>;
  now: () => Date;
};

/** Throws `trigger.notFound`, and `request.invalid` for an invalid cursor. */
export async function listExecutions(
  deps: Deps,
  place: { workspaceId: number; triggerId: string },
  {
    cursor,
    channel,
    outcome,
  }: { cursor?: string | undefined; channel?: Channel | undefined; outcome?: End | undefined },
): Promise<{ items: ExecutionRecord[]; cursor?: string }> {
  const before = cursor === undefined ? undefined : positionOf(cursor);
  const { trigger } = await requireTrigger(deps, place);
  const only: Narrowing = { ...(channel && { channel }), ...(outcome && { end: outcome }) };
  const { runs, next } = await deps.executions.list(trigger.id, before, only);
  const at = deps.now();
  return {
    items: runs.map((run) => executionReply(run, at)),
    ...(next !== undefined && { cursor: cursorFor(next) }),
  };
}

export function executionReply(run: Run, now: Date): ExecutionRecord {
  const { id, at, channel, outcome, who, dueAt, times, ms, stages } = run;
  const also = {
    ...(who !== undefined && { who }),
    ...(dueAt !== undefined && { dueAt }),
    ...(times !== undefined && { times }),
  };
  return { id, at, channel, outcome, ms, stages, ...also, ...runAnswer(run, now) };
}

export const cursorFor = (next: string): string => Buffer.from(next).toString('base64url');

/** Time and id of the last run of the previous page. */
const position = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#[A-Za-z0-9_-]{1,64}$/;

/** Throws `request.invalid`, also for a position outside the day. */
export function positionOf(cursor: string, day = ''): string {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!position.test(text) || !text.startsWith(day))
    throw new Refusal('request.invalid', { fields: { cursor: 'request.invalid' } });
  return text;
}
