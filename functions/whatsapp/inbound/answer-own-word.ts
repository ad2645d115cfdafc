import { checkedDevice } from '#functions/alexa/devices/alexa-states.ts';
import type { DeviceStory, ReadDeviceStory } from '#functions/data/alexa/device-facts.ts';
import { knownAccess } from '#functions/data/alexa/grant-item.ts';
import type { TriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { checkSteps } from '#shared/rules/execution/check-steps.ts';
import { noLimits } from '#shared/rules/execution/rate-limit.ts';
import { isSilent, lastAnswer } from '#shared/rules/execution/receipts.ts';
import { revokedOutcome } from '#shared/rules/execution/revoked-outcome.ts';
import type { StepName } from '#shared/rules/execution/step-names.ts';
import { lookAtHome, lookAtRun } from '#shared/rules/execution/why-not-run.ts';
import type { GroupAnswer, Problem } from '#shared/rules/group-commands/answers.ts';
import type { OwnCommand } from '#shared/rules/group-commands/own-words.ts';
import type { Failure } from '#shared/rules/group-commands/texts.ts';

import type { CommandContext } from './command-context.ts';

export type OwnWordDeps = {
  triggers: Pick<TriggerStore, 'list'>;
  deviceStory: ReadDeviceStory;
  /** Whether this stage enables the skill for people. */
  enablesSkill: () => Promise<boolean>;
  now: () => Date;
};

export async function answerOwnWord(
  deps: OwnWordDeps,
  command: OwnCommand,
  context: CommandContext,
): Promise<GroupAnswer> {
  const { lock } = context;
  if (command === 'help') return { kind: 'help', successAs: lock.successAs };
  const home = command === 'status' ? await problemsAtHome(deps, context) : [];
  if (home.length > 0) return { kind: 'notReady', problems: home };
  const all = await deps.triggers.list(lock.workspaceId, lock.link);
  if (command === 'list') return { kind: 'list', triggers: all.map(({ name, enabled }) => ({ name, enabled })) };
  const enabled = all.filter((trigger) => trigger.enabled);
  const { link } = context.facts.row.workspace;
  const story = link && (await deps.deviceStory(link.amazonUserId));
  const problems = story ? enabled.flatMap((trigger) => problemsOf(deps, context, story, trigger)) : [];
  return problems.length > 0 ? { kind: 'notReady', problems } : { kind: 'ready', triggers: enabled.length };
}

const ruledIn = ({ facts: { row, access }, features }: CommandContext) => ({
  workspace: row.workspace,
  access: knownAccess(access),
  features,
});

async function problemsAtHome({ enablesSkill, now }: OwnWordDeps, context: CommandContext): Promise<Problem[]> {
  const looked = lookAtHome({ channel: 'group', ...ruledIn(context) });
  const failures = [...looked.values()].filter((outcome) => outcome !== undefined);
  if (!failures.includes('grantRevoked')) return failures.map((failure) => ({ failure }));
  const { access } = context.facts;
  const revoked = revokedOutcome({ enables: await enablesSkill(), access, now: now() });
  const known = revoked === 'reinstallSkill' && access?.revokedAs === 'skillDisabled' ? 'skillOff' : revoked;
  return failures.map((failure) => ({ failure: failure === 'grantRevoked' ? known : failure }));
}

type Listed = Awaited<ReturnType<OwnWordDeps['triggers']['list']>>[number];

/** The limit per minute passes by itself. */
const failureOf: Readonly<Partial<Record<StepName, Failure>>> = {
  rate: 'loop',
  device: 'notInAlexa',
};

function problemsOf({ now }: OwnWordDeps, context: CommandContext, story: DeviceStory, trigger: Listed): Problem[] {
  const at = now();
  const run = { ...ruledIn(context), trigger, startedAt: at, now: at, limits: noLimits };
  const looked = lookAtRun({ channel: 'voice', ...run });
  const steps = checkSteps({ looked, device: checkedDevice(story, trigger), ...lastAnswer(trigger, at) });
  const problems = steps.flatMap(({ step, state, device }): Problem[] => {
    const failure = state === 'failed' ? failureOf[step] : undefined;
    return failure ? [{ failure, trigger: device ?? trigger.name }] : [];
  });
  // Also while its newest run still waits.
  const isMute = trigger.receipt && isSilent(trigger.receipt);
  return isMute ? [...problems, { failure: 'silent', trigger: trigger.name }] : problems;
}
