import type * as z from 'zod/mini';

import { hashOf } from '#functions/platform/hashes.ts';
import type { Log } from '#functions/platform/log.ts';
import { busy, answerWithinMs, deadlineAt } from '#functions/platform/time/deadline.ts';
import type { plannedReply } from '#shared/contracts/webhook.ts';
import { Refusal } from '#shared/refusals.ts';
import { canPlan } from '#shared/rules/access-keys.ts';
import { outcomes } from '#shared/rules/execution/outcomes.ts';

import { readUsable, type ReadFactsDeps } from './execution/read-facts.ts';
import type { RunRequest } from './execution/run.ts';

type Planned = { id: string; nextAt?: string | undefined; at?: string | undefined; replayed?: true };

export type PlanByWebhookDeps = ReadFactsDeps & {
  planRun: (wish: {
    workspaceId: number;
    triggerId: string;
    by: 'webhook';
    at: string;
    id?: string;
  }) => Promise<Planned>;
  log: Log;
};

export type PlanByWebhook = (
  request: RunRequest,
  wish: { delayMs: number; key: string | undefined },
) => Promise<z.output<typeof plannedReply>>;

/**
 * Refuses only what waiting cannot fix: an unknown trigger, a wrong token, an inactive or unlinked workspace.
 * Everything else is checked when the run is due.
 */
export async function planByWebhook(
  deps: PlanByWebhookDeps,
  request: RunRequest,
  { delayMs, key }: Parameters<PlanByWebhook>[1],
): ReturnType<PlanByWebhook> {
  const { workspaceId, triggerId, startedAt, requestId } = request;
  const deadline = deadlineAt(deps.now, startedAt.getTime() + answerWithinMs);
  const reading = await deadline.within(readUsable(deps, { request, deadline }), busy);
  // Whether a key may fire, and what that use costs, is known only when the run is due.
  if (reading.trigger && reading.accessKey && !canPlan(reading.accessKey)) throw new Refusal('accessKey.firesNowOnly');
  const refusal = reading.trigger ? undefined : reading.refusal && outcomes[reading.refusal].refusal;
  if (refusal) throw new Refusal(refusal);
  const at = new Date(startedAt.getTime() + delayMs).toISOString();
  const caller = reading.trigger && reading.accessKey ? ` ${reading.accessKey.id}` : '';
  const id = key === undefined ? {} : { id: hashOf(`${triggerId}${caller} ${key}`) };
  const planned = await deadline.within(deps.planRun({ workspaceId, triggerId, by: 'webhook', at, ...id }), busy);
  deps.log('plannedRun.added', { requestId, workspaceId, triggerId, plannedRunId: planned.id, at: planned.at });
  return { planId: planned.id, at: planned.at ?? at, ...(planned.replayed && { replayed: true }) };
}
