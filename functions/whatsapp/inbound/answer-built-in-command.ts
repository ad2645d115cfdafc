import type { ReadDeviceStory } from '#functions/data/alexa/device-facts.ts';
import { isKnownOff, knownAccess } from '#functions/data/items/grant-item.ts';
import type { TriggerItem } from '#functions/data/items/trigger-item.ts';
import type { PermitStore } from '#functions/data/triggers/permit-store.ts';
import type { TriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { checkStoredTrigger } from '#functions/triggers/check-stored-trigger.ts';
import { checkSteps } from '#shared/rules/execution/check-steps.ts';
import { minuteOf, type RateLimits } from '#shared/rules/execution/rate-limit.ts';
import { revokedOutcome } from '#shared/rules/execution/revoked-outcome.ts';
import { checkHomeSteps, checkForAnyCaller } from '#shared/rules/execution/why-not-run.ts';
import { whileOff, type GroupAnswer, type GroupProblem } from '#shared/rules/group-commands/answers.ts';
import type { BuiltInCommand } from '#shared/rules/group-commands/own-words.ts';
import type { StageEnabling } from '#shared/rules/skill-state.ts';

import type { CommandContext } from './command-context.ts';

export type BuiltInCommandDeps = {
  triggers: Pick<TriggerStore, 'list'>;
  permits: Pick<PermitStore, 'findAll'>;
  runLimits: RateLimits;
  deviceStory: ReadDeviceStory;
  /** Whether this stage can enable the skill for users. */
  enablesSkill: () => Promise<StageEnabling>;
  now: () => Date;
};

export async function answerBuiltInCommand(
  deps: BuiltInCommandDeps,
  command: BuiltInCommand,
  context: CommandContext,
): Promise<GroupAnswer> {
  const { lock } = context;
  if (command === 'help') return { kind: 'help', successAs: lock.successAs, prefix: lock.prefix };
  const home = command === 'status' ? await problemsAtHome(deps, context) : [];
  if (home.length > 0) return { kind: 'notReady', problems: home };
  const all = await deps.triggers.list(lock.workspaceId, lock.link);
  const ofGroups = all.filter(({ conditions }) => isForGroups(conditions));
  const here = ofGroups.filter(({ enabled }) => enabled);
  const shown = command === 'list' ? ofGroups : here;
  if (all.length > 0 && shown.length === 0) return { kind: 'noneHere' };
  if (command === 'list') return { kind: 'list', triggers: shown.map(({ name, enabled }) => ({ name, enabled })) };
  const { access, row } = context.facts;
  const { link } = row.workspace;
  const story = link && (await deps.deviceStory(link.amazonUserId));
  const permitsOf = await deps.permits.findAll(lock.workspaceId, minuteOf(deps.now()));
  const found = { workspace: row.workspace, access, story, limits: deps.runLimits, permitsOf };
  const problems = here.flatMap((trigger) => problemsOf(found, trigger, deps.now()));
  return problems.length > 0 ? { kind: 'notReady', problems } : { kind: 'ready', triggers: here.length };
}

export const isForGroups = (conditions: TriggerItem['conditions']): boolean =>
  conditions?.channels?.includes('group') ?? true;

async function problemsAtHome(
  { enablesSkill, now }: BuiltInCommandDeps,
  context: CommandContext,
): Promise<GroupProblem[]> {
  const { access, row } = context.facts;
  const { workspace } = row;
  const looked = checkHomeSteps({
    channel: 'group',
    workspace,
    access: knownAccess(access),
    features: context.features,
  });
  const failures = [...looked.values()].filter((outcome) => outcome !== undefined);
  const revoked = failures.includes('grantRevoked')
    ? revokedOutcome({ ...(await enablesSkill()), access, now: now() })
    : 'grantRevoked';
  const isOff = isKnownOff(workspace.link, access);
  return failures.map((outcome) => {
    const failure = outcome === 'grantRevoked' ? revoked : outcome;
    return { failure: isOff ? whileOff(failure) : failure };
  });
}

function problemsOf(home: Parameters<typeof checkStoredTrigger>[0], trigger: TriggerItem, now: Date): GroupProblem[] {
  const found = checkStoredTrigger(home, trigger, now, checkForAnyCaller);
  return checkSteps(found).flatMap(({ step, state, device }): GroupProblem[] => {
    const isLeftOut = step === 'device' && state === 'failed';
    const failure = isLeftOut ? 'notInAlexa' : found.looked.get(step);
    return failure ? [{ failure, trigger: device ?? trigger.name }] : [];
  });
}
