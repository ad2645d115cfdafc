import type { GrantCheckStore } from '#functions/data/alexa/grant-check-store.ts';
import type { Log } from '#functions/platform/log.ts';
import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';

export type CheckGrantsDeps = {
  checks: GrantCheckStore;
  newId: () => string;
  log: Log;
  now: () => Date;
};

const atOnce = 8;
/** Prevents throttling by Amazon. The remaining grants come first in the next run. */
const maxPerRun = 2_000;

/** Queues a check of every attached grant that was not checked for a day, so that a disabled skill is noticed early. */
export async function checkGrants(deps: CheckGrantsDeps, deadline: Deadline): Promise<void> {
  const until = deps.now();
  const counts = { queued: 0 };
  let from: Record<string, unknown> | undefined;
  do {
    const page = await deps.checks.due(until, from);
    await mapConcurrently(page.grants, atOnce, async (grant) => {
      if (deadline.isOver()) return;
      const outcome = await deps.checks.queue(grant, { id: deps.newId(), now: deps.now() });
      if (outcome === 'queued') counts.queued += 1;
    });
    from = page.next;
  } while (from && counts.queued < maxPerRun && !deadline.isOver());
  deps.log('grants.queued', counts);
}
