import * as z from 'zod/mini';

import { comparePrices } from '#functions/billing/compare-prices.ts';
import { syncDue, syncMissedEvents } from '#functions/billing/sync-due.ts';
import { logFailure } from '#functions/billing/with-stripe.ts';
import { StripeFailure } from '#functions/providers/stripe-failure.ts';

import { billing } from './parts/billing.ts';
import { deadlineOf, type TimeLimit } from './parts/time-limit.ts';
import type { World } from './world.ts';

/** A failed step does not stop the next one. */
const jobs = { lookAtDue: [syncDue], lookForMissedEvents: [comparePrices, syncMissedEvents] } as const;
const jobEvent = z.object({ job: z.enum(['lookAtDue', 'lookForMissedEvents']) });

/** Reserved for a call to Stripe that is running at the deadline. */
const reserveMs = 20_000;

/** Called by the schedules of `infra/functions.ts` with the name of a job. */
export function billingJobs(world: World) {
  const { secrets, metrics, log } = world;
  const deps = { ...billing(world, { timeoutMs: 8_000, retries: 2 }), metrics };
  return async (event: unknown, limit: TimeLimit): Promise<void> => {
    const { job } = jobEvent.parse(event);
    if (!(await secrets.stripe())) return;
    const deadline = deadlineOf(world, limit, reserveMs);
    for (const step of jobs[job]) {
      try {
        await step(deps, deadline);
      } catch (cause) {
        if (cause instanceof StripeFailure) logFailure(log, cause);
        log('billing.jobFailed', { job }, cause);
      }
    }
  };
}
