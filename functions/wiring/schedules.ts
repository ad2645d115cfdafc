import { renewAhead } from '#functions/alexa/events/renew-ahead.ts';
import { createGrantCheckStore } from '#functions/data/alexa/grant-check-store.ts';
import { createWarmTokenStore } from '#functions/data/alexa/warm-token-store.ts';
import { createAnswerCountStore } from '#functions/data/answer-count-store.ts';
import { createNotificationStore } from '#functions/data/findings/notification-store.ts';
import { createPulseStore } from '#functions/data/pulse-store.ts';
import { createSealedStore } from '#functions/data/sealed-store.ts';
import { createStatusDayStore } from '#functions/data/status-day-store.ts';
import { queueChecks } from '#functions/findings/queue-checks.ts';
import { checkGrants } from '#functions/jobs/check-grants.ts';
import { runJob, type Jobs } from '#functions/jobs/jobs.ts';
import { reseal } from '#functions/jobs/reseal.ts';
import { sweep } from '#functions/outbox/sweep.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import { watchChannels } from '#functions/status/watch-channels.ts';
import { closeRuns } from '#functions/triggers/receipts/close-runs.ts';

import { outboxWorker, workerProviders } from './parts/outbox-worker.ts';
import { receiptPairing } from './parts/receipt-pairing.ts';
import { deadlineOf, type TimeLimit } from './parts/time-limit.ts';
import type { SealedWorld } from './world.ts';

/** Called by the schedules of `infra/functions.ts` with the name of a job. */
export function schedules(world: SealedWorld) {
  const jobs = scheduledJobs(world);
  return (event: unknown, limit: TimeLimit): Promise<void> => runJob(jobs, event, deadlineOf(world, limit));
}

export function scheduledJobs(world: SealedWorld, providers = workerProviders(world)): Jobs {
  const { config, table, seal, metrics, newId, log, now, report } = world;
  const sweeping = { ...outboxWorker(world, providers), metrics, log, now };
  const pairing = receiptPairing(world);
  const checking = { checks: createGrantCheckStore(table, report), newId, log, now };
  const watching = {
    pulses: createPulseStore(table, now, report),
    answers: createAnswerCountStore(table, now, report),
    days: createStatusDayStore(table, report),
    metrics,
    log,
    now,
  };
  const warming = { ...providers.renewing, warm: createWarmTokenStore(table, report) };
  const looking = { told: createNotificationStore(table, report), newId, log, now };
  const resealing = { sealed: createSealedStore(table, report), seal, log, now };
  // The sweep processes the queued checks, but also runs if queueing fails.
  const lookThenSweep = async (deadline: Deadline): Promise<void> => {
    try {
      await queueChecks(looking, deadline);
    } finally {
      await sweep(sweeping, deadline);
    }
  };
  return {
    sweep: (deadline) =>
      endAll([
        closeRuns(pairing, deadline),
        lookThenSweep(deadline),
        ...(config.RENEW_TOKENS_ON_DEMAND ? [] : [renewAhead(warming, deadline)]),
      ]),
    watchChannels: () => watchChannels(watching),
    checkGrants: (deadline) => checkGrants(checking, deadline),
    reseal: (deadline) => reseal(resealing, deadline),
  };
}

/**
 * Waits for every part, because Lambda freezes the process after the answer: a renewal would wait for Amazon until the
 * next invocation. Then throws the first failure.
 */
async function endAll(parts: readonly Promise<unknown>[]): Promise<void> {
  for (const part of await Promise.allSettled(parts)) if (part.status === 'rejected') throw part.reason;
}
