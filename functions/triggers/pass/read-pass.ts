import type * as z from 'zod/mini';

import { answerWithinMs, busy, deadlineIn } from '#functions/platform/time/deadline.ts';
import type { passReply, passStates } from '#shared/contracts/pass.ts';
import { outcomes, type Outcome } from '#shared/rules/execution/outcomes.ts';
import { whyNotConditioned } from '#shared/rules/execution/why-not-run.ts';

import { readUsable, type ReadFactsDeps } from '../execution/read-facts.ts';
import type { RunRequest } from '../execution/run.ts';

type PassReply = z.output<typeof passReply>;
export type ReadPass = (request: RunRequest) => Promise<PassReply>;

/** Only reads. Throws `trigger.notFound`, `accessKey.ended`, `accessKey.usedUp` and `server.busy`. */
export async function readPass(deps: ReadFactsDeps, request: RunRequest): Promise<PassReply> {
  const deadline = deadlineIn(deps.now, answerWithinMs);
  const reading = await deadline.within(readUsable(deps, { request, deadline }), busy);
  const { name: home, timeZone = 'UTC' } = reading.workspace;
  const { trigger, refusal } = reading;
  const { uses, used = 0, conditions } = (trigger && reading.accessKey) ?? {};
  const { nextAt } = (trigger && whyNotConditioned(reading.ruled)) ?? {};
  return {
    ...(home !== undefined && { home }),
    ...(trigger && { trigger: trigger.name }),
    state: stateOf(refusal),
    ...(nextAt && { nextAt: nextAt.toISOString() }),
    timeZone,
    ...(uses !== undefined && { usesLeft: Math.max(0, uses - used) }),
    ...(conditions?.until !== undefined && { until: conditions.until }),
  };
}

function stateOf(refusal: Outcome | undefined): (typeof passStates)[number] {
  if (refusal === undefined) return 'ready';
  return refusal === 'notNow' || outcomes[refusal].transient ? 'notNow' : 'off';
}
