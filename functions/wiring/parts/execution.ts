import { sendRunEvent } from '#functions/alexa/events/send-run-event.ts';
import { readyToSend, type SendDeps } from '#functions/alexa/events/send-to-gateway.ts';
import { requestSync } from '#functions/billing/request-sync.ts';
import { createKeyUseStore } from '#functions/data/access-keys/key-use-store.ts';
import { createDeviceStory } from '#functions/data/alexa/device-facts.ts';
import { createSubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { createClaimStore } from '#functions/data/triggers/claim-store.ts';
import { createCoolDownStore } from '#functions/data/triggers/cool-down-store.ts';
import { createPermitStore } from '#functions/data/triggers/permit-store.ts';
import { createReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import { createRunStore } from '#functions/data/triggers/run-store.ts';
import { timedId } from '#functions/platform/timed-id.ts';
import { checkTrigger, type Check, type CheckDeps } from '#functions/triggers/check-trigger.ts';
import { executeTrigger } from '#functions/triggers/execution/execute-trigger.ts';
import { findEarlierRun } from '#functions/triggers/execution/find-earlier-run.ts';
import type { ExecuteDeps, Execution, RunRequest } from '#functions/triggers/execution/run.ts';
import { readPass, type ReadPass } from '#functions/triggers/pass/read-pass.ts';

import type { SealedWorld } from '../world.ts';
import { alexaSender } from './alexa-sender.ts';
import { enablesSkill } from './enables-skill.ts';
import { rateLimits } from './rate-limits.ts';

/** All channels use the same pipeline. */
export function execution(
  world: SealedWorld,
  sendEvent: ExecuteDeps['sendEvent'] = sendingBy(alexaSender(world)),
): (request: RunRequest) => Promise<Execution> {
  const deps = executeDeps(world, sendEvent);
  return (request) => executeTrigger(deps, request);
}

/**
 * Runs and checks share a sender, so that a run uses the token that its check renewed. Reading a pass uses the same
 * stores as a run. `planOfGroups` is given for the check on the page, which includes groups.
 */
export function executionAndCheck(
  world: SealedWorld,
  planOfGroups: CheckDeps['planOfGroups'] = () => Promise.resolve(undefined),
) {
  const { table, now, report } = world;
  const sender = alexaSender(world);
  const deps = executeDeps(world, sendingBy(sender));
  const execute = (request: RunRequest): Promise<Execution> => executeTrigger(deps, request);
  const looks = { ...deps, permitsOf: createPermitStore(table, report).find };
  const checkDeps: CheckDeps = {
    ...looks,
    execute,
    planOfGroups,
    deviceStory: createDeviceStory(table, now, report),
    ready: (held, deadline) => readyToSend(sender, held, deadline),
  };
  const check: Check = (request, options) => checkTrigger(checkDeps, request, options);
  const readPassOf: ReadPass = (request) => readPass(looks, request);
  const findEarlier = (request: RunRequest): Promise<Execution> => findEarlierRun(deps, request);
  return { execute, check, readPass: readPassOf, findEarlierRun: findEarlier };
}

function executeDeps(world: SealedWorld, sendEvent: ExecuteDeps['sendEvent']): ExecuteDeps {
  const { config, table, metrics, newId, log, now, report } = world;
  const permits = createPermitStore(table, report);
  return {
    runs: createRunStore(table, now, report),
    claims: createClaimStore(table, now, report),
    receipts: createReceiptStore(table, now, report),
    keyUses: createKeyUseStore(table, now, report),
    requestSync: requestSync({ subscriptions: createSubscriptionStore(table, report), now }),
    sendEvent,
    coolDowns: createCoolDownStore(table),
    permits,
    limits: rateLimits(config),
    permitsOf: permits.reached,
    enablesSkill: enablesSkill(world),
    metrics,
    newId: () => timedId(now(), newId()),
    log,
    now,
  };
}

const sendingBy =
  (sender: SendDeps): ExecuteDeps['sendEvent'] =>
  (target, run) =>
    sendRunEvent(sender, target, run);
