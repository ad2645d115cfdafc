import { answerWithinMs, busy, deadlineIn } from '#functions/platform/time/deadline.ts';
import { Refusal } from '#shared/refusals.ts';

import { answerIn, claimOf } from './execute-trigger.ts';
import { readFacts, type ReadFactsDeps } from './read-facts.ts';
import type { ExecuteDeps, Execution, RunRequest } from './run.ts';

export type FindEarlierDeps = ReadFactsDeps & { claims: Pick<ExecuteDeps['claims'], 'find'> };

/**
 * Returns the answer of an earlier run with the same key, also for a used-up access key. Only reads. Throws
 * `trigger.notFound` (also for a key that is unknown or expired), `trigger.alreadyRunning` and `server.busy`.
 */
export async function findEarlierRun(deps: FindEarlierDeps, request: RunRequest): Promise<Execution> {
  const deadline = deadlineIn(deps.now, answerWithinMs);
  const reading = await deadline.within(readFacts(deps, { request, deadline }), busy);
  const claim = reading.trigger && claimOf({ id: '', request, accessKey: reading.accessKey }, reading.trigger);
  const earlier = claim && answerIn(await deadline.within(deps.claims.find(claim), busy));
  if (!earlier) throw new Refusal('trigger.notFound');
  return { ...earlier, replayed: true };
}
