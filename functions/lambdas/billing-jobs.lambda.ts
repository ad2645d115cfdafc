import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';

import { lookAtDue, lookForMissedEvents } from '#functions/billing/sync-due.ts';
import { logFailure } from '#functions/billing/with-stripe.ts';
import { StripeFailure } from '#functions/providers/stripe-failure.ts';
import { realBilling } from '#functions/wiring/billing.ts';
import { log, now, realMetrics, realSecrets, realTable, warmUp } from '#functions/wiring/process.ts';

warmUp(['stripe'], { table: realTable() });

const deps = { ...realBilling({ timeoutMs: 8_000, retries: 2 }), metrics: realMetrics() };
const jobs = { lookAtDue, lookForMissedEvents } as const;

const jobEvent = z.object({ job: z.enum(['lookAtDue', 'lookForMissedEvents']) });

/** Kept for a call that is under way when the time is up. */
const reserveMs = 20_000;

/** The clocks of `infra/functions.ts` call this with the name of a job. */
export async function handler(event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const { job } = jobEvent.parse(event);
  const secret = await realSecrets().stripe();
  // Where nothing is sold there is nothing to look after.
  if (!secret) return;
  try {
    await jobs[job](deps, now().getTime() + context.getRemainingTimeInMillis() - reserveMs);
  } catch (cause) {
    if (cause instanceof StripeFailure) logFailure(log, cause);
    log('billing.jobFailed', { job }, cause);
  }
}
