import { sendRunEvent } from '#functions/alexa/events/send-run-event.ts';
import { requestSync } from '#functions/billing/request-sync.ts';
import { createSubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { createClaimStore } from '#functions/data/triggers/claim-store.ts';
import { createReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import { createRunStore } from '#functions/data/triggers/run-store.ts';
import { timedId } from '#functions/platform/timed-id.ts';
import { executeTrigger } from '#functions/triggers/execution/execute-trigger.ts';
import type { ExecuteDeps, Execution, RunRequest } from '#functions/triggers/execution/run.ts';

import type { SealedWorld } from '../world.ts';
import { alexaSender } from './alexa-sender.ts';

/** The pipeline is the same for every channel. */
export function execution(
  world: SealedWorld,
  sendEvent: ExecuteDeps['sendEvent'] = sendingBy(world),
): (request: RunRequest) => Promise<Execution> {
  const { config, table, metrics, newId, log, now, report } = world;
  const deps: ExecuteDeps = {
    runs: createRunStore(table, now, report),
    claims: createClaimStore(table, now, report),
    receipts: createReceiptStore(table, now, report),
    requestSync: requestSync({ subscriptions: createSubscriptionStore(table, report), now }),
    sendEvent,
    runsPerMinute: config.RUNS_PER_MINUTE,
    chainOn: config.ALEXA_SKILL_ID !== undefined,
    metrics,
    newId: () => timedId(now(), newId()),
    log,
    now,
  };
  return (request) => executeTrigger(deps, request);
}

function sendingBy(world: SealedWorld): ExecuteDeps['sendEvent'] {
  const sender = alexaSender(world);
  return (target, run) => sendRunEvent(sender, target, run);
}
