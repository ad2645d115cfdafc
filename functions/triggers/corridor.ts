import { randomUUID } from 'node:crypto';

import { realSender } from '#functions/alexa/real-sender.ts';
import { ringDevice } from '#functions/alexa/ring-device.ts';
import { askToLook } from '#functions/billing/ask-to-look.ts';
import { createClaimStore } from '#functions/data/claim-store.ts';
import { createRunStore } from '#functions/data/run-store.ts';
import { createSubscriptionStore } from '#functions/data/subscription-store.ts';
import { log, now, realConfig, realMetrics, realTable, reportUnreadable as report } from '#functions/platform/deps.ts';

import { executeTrigger } from './execute-trigger.ts';
import type { Execution, ExecuteDeps, RunRequest } from './run.ts';

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
