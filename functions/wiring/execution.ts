import { randomUUID } from 'node:crypto';

import { ringDevice } from '#functions/alexa/events/send-run-event.ts';
import { askToLook } from '#functions/billing/request-sync.ts';
import { createSubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { createClaimStore } from '#functions/data/triggers/claim-store.ts';
import { createRunStore } from '#functions/data/triggers/run-store.ts';
import { executeTrigger } from '#functions/triggers/execution/execute-trigger.ts';
import type { Execution, ExecuteDeps, RunRequest } from '#functions/triggers/execution/run.ts';

import { realSender } from './alexa-sender.ts';
import { log, now, realConfig, realMetrics, realTable, reportUnreadable as report } from './process.ts';

/** The corridor with everything real, for a door. */
export function realCorridor(): (request: RunRequest) => Promise<Execution> {
  const table = realTable();
  const sender = realSender();
  const deps: ExecuteDeps = {
    runs: createRunStore(table, now, report),
    claims: createClaimStore(table, now, report),
    lookAgain: askToLook({ subscriptions: createSubscriptionStore(table, report), now }),
    ring: (bell, run) => ringDevice(sender, bell, run),
    runsPerMinute: realConfig().RUNS_PER_MINUTE,
    metrics: realMetrics(),
    newId: randomUUID,
    log,
    now,
  };
  return (request) => executeTrigger(deps, request);
}
