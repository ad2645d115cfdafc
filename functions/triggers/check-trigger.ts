import { checkedDevice } from '#functions/alexa/devices/alexa-states.ts';
import type { readyToSend } from '#functions/alexa/events/send-to-gateway.ts';
import type { ReadDeviceStory } from '#functions/data/alexa/device-facts.ts';
import { isKnownOff, knownAccess, type AccessItem } from '#functions/data/items/grant-item.ts';
import { busy, deadlineIn, type Deadline } from '#functions/platform/time/deadline.ts';
import type { checkContract } from '#shared/contracts/check.ts';
import type { ReplyOf } from '#shared/contracts/endpoint.ts';
import type { Feature } from '#shared/rules/billing/plans.ts';
import { checkSteps, type CheckFacts, type StepResult } from '#shared/rules/execution/check-steps.ts';
import { whileSkillIsOff } from '#shared/rules/execution/failure-text.ts';
import { outcomes } from '#shared/rules/execution/outcomes.ts';
import { lastAnswer } from '#shared/rules/execution/receipts.ts';
import {
  checkRunSteps,
  checkForPage,
  checkWorkspaceSteps,
  type StepResults,
  type RuledRun,
} from '#shared/rules/execution/why-not-run.ts';

import { readUsable, type ReadFactsDeps, type Reading } from './execution/read-facts.ts';
import { revokedAs } from './execution/revoked-as.ts';
import type { ExecuteDeps, Execution, RunRequest } from './execution/run.ts';

export type CheckDeps = ReadFactsDeps &
  Pick<ExecuteDeps, 'enablesSkill'> & {
    deviceStory: ReadDeviceStory;
    ready: (held: Parameters<typeof readyToSend>[1], deadline: Deadline) => ReturnType<typeof readyToSend>;
    execute: (request: RunRequest) => Promise<Execution>;
    /** Features of the plan; undefined for a workspace without a linked group. */
    planOfGroups: (workspaceId: number) => Promise<ReadonlySet<Feature> | undefined>;
  };

type CheckReply = ReplyOf<(typeof checkContract)['checkTrigger']>;
type Options = {
  fire: boolean;
  /** Also reports a condition that refuses only this click, as `fire` does. */
  by?: 'click' | undefined;
};
export type Check = (request: RunRequest, options: Options) => Promise<CheckReply>;

type Known = Extract<Reading, { access: unknown }>;

/** A check and a run of up to 6 s must end within the ten seconds of the function. */
const checkWithinMs = 3_500;

/**
 * Without `fire`, writes nothing but a renewed token. With `fire`, fires the trigger unless something prevents the run.
 * Throws `trigger.notFound` and `server.busy`.
 */
export async function checkTrigger(deps: CheckDeps, request: RunRequest, { fire, by }: Options): Promise<CheckReply> {
  const deadline = deadlineIn(deps.now, checkWithinMs);
  const reading = await deadline.within(readUsable(deps, { request, deadline }), busy);
  const isKnown = reading.trigger !== undefined;
  const found = isKnown
    ? await look(deps, request, { ...reading, fire }, deadline)
    : { looked: checkWorkspaceSteps(reading.ruled) };
  const run = fire ? await fireTrigger(deps, request, reading, found) : {};
  const { access } = isKnown ? reading : {};
  const isOff = run.skillIsOff ?? isKnownOff(reading.workspace.link, access);
  const refusal = fire || by ? reading.refusal : undefined;
  const steps = await withFixableKeys(deps, checkSteps({ ...found, ...run, refusal }), { access, isOff }, deadline);
  const { channel, requestId, workspaceId, triggerId } = request;
  const failed = steps.filter(({ state }) => state === 'failed').map(({ step }) => step);
  deps.log('trigger.checked', { requestId, channel, workspaceId, triggerId, fire, failed: failed.join() });
  return { steps };
}

async function look(
  deps: CheckDeps,
  request: RunRequest,
  reading: Known & { fire: boolean },
  deadline: Deadline,
): Promise<CheckFacts> {
  const { trigger } = reading;
  // A run still tries a permission whose skill the gateway did not know.
  const access = reading.fire ? reading.access : knownAccess(reading.access);
  const ruled = { ...reading.ruled, access };
  const looked =
    request.channel === 'click'
      ? await lookOnPage(deps, ruled, { workspaceId: trigger.workspaceId, deadline })
      : checkRunSteps(ruled);
  const found = { looked, ...lastAnswer(trigger, deps.now()) };
  const { link } = ruled.workspace;
  if (!access || !link || looked.get('permission')) return found;
  const [token, story] = await Promise.all([
    deps.ready({ access, holder: { workspaceId: trigger.workspaceId } }, deadline),
    deadline.within(deps.deviceStory(link.amazonUserId), busy),
  ]);
  return { ...found, token, device: checkedDevice(story, trigger) };
}

/** The page covers all channels. The plan is checked for groups, the only channel that depends on it. */
async function lookOnPage(
  { planOfGroups }: CheckDeps,
  ruled: RuledRun,
  { workspaceId, deadline }: { workspaceId: number; deadline: Deadline },
): Promise<StepResults> {
  return checkForPage(ruled, await deadline.within(planOfGroups(workspaceId), busy));
}

/** Uses the execution of all channels, which checks everything again. */
async function fireTrigger(
  deps: CheckDeps,
  request: RunRequest,
  { refusal }: Reading,
  { token }: CheckFacts,
): Promise<Pick<CheckFacts, 'run' | 'answer' | 'ranMs' | 'outcome'> & Pick<Execution, 'skillIsOff'>> {
  if (refusal || token?.outcome !== 'usable') return { run: 'notTried' };
  const { outcome, ms, skillIsOff, awaitedSince } = await deps.execute({ ...request, startedAt: deps.now() });
  const run = { run: { outcome, ms }, ...(skillIsOff && { skillIsOff }) };
  return { ...run, ...(awaitedSince !== undefined && { answer: 'awaited', ranMs: undefined, outcome }) };
}

/** Replaces the key of a revoked permission with the key that names its fix. */
async function withFixableKeys(
  deps: CheckDeps,
  steps: StepResult[],
  { access, isOff }: { access: AccessItem | undefined; isOff: boolean },
  deadline: Deadline,
): Promise<StepResult[]> {
  const over = outcomes.grantRevoked.refusal;
  const asOver = steps.some(({ errorKey }) => errorKey === over)
    ? outcomes[await revokedAs(deps, access, deadline)].refusal
    : over;
  return steps.map(({ errorKey, ...step }) => {
    if (errorKey === undefined) return step;
    const key = errorKey === over ? asOver : errorKey;
    return { ...step, errorKey: isOff ? whileSkillIsOff(key) : key };
  });
}
