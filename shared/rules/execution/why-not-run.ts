import { featuresOf, mayUse, type Feature } from '../billing/plans.ts';
import type { Channel } from '../channels.ts';
import type { Conditions } from '../conditions/conditions.ts';
import {
  nextPossible,
  whyNotByConditions,
  type ConditionFacts,
  type WhyNot,
} from '../conditions/why-not-by-conditions.ts';
import { isLoop, type VoiceStreak } from './loop.ts';
import { isFailed, type FailedOutcome, type Outcome } from './outcomes.ts';
import {
  isTriggerFull,
  isWorkspaceFull,
  minuteOf,
  type Permits,
  type RateFacts,
  type RateLimits,
} from './rate-limit.ts';
import { isSilent } from './receipts.ts';
import type { StepName } from './step-names.ts';

const featureOf: Readonly<Record<Channel, Feature>> = {
  webhook: 'amazonAlexa',
  click: 'amazonAlexa',
  voice: 'amazonAlexa',
  group: 'whatsappCommands',
  schedule: 'amazonAlexa',
};

/** False if every plan includes the channel. */
export const dependsOnPlan = (channel: Channel): boolean => !mayUse('none', featureOf[channel]);

export type RuledWorkspace = {
  channel: Channel;
  workspace: { status: 'ATIVO' | 'INATIVO'; link?: { number: number; amazonUserId: string } | undefined };
  features: ReadonlySet<Feature>;
};

type RuledHome = RuledWorkspace & {
  access: { state: 'valid' | 'revoked'; amazonUserId: string } | undefined;
};

export type Conditioned = {
  conditions: Conditions;
  /** When a run last started the cool-down (ms since 1970). */
  coolSince?: number | undefined;
};

/** Facts that conditions check in addition to channel and time. */
export type CallerFacts = Pick<ConditionFacts, 'timeZone' | 'person' | 'address'>;

export type RuledRun = RuledHome & {
  trigger: {
    enabled: boolean;
    /** When an event last reached Amazon, or may have reached it (ms since 1970). */
    eventAt?: number | undefined;
    chain?: VoiceStreak | undefined;
    receipt?: { heard: number; silent: number } | undefined;
  };
  /** Conditions of the trigger and of the access key that fires it; undefined without any. */
  conditioned?: { all: readonly Conditioned[]; facts: CallerFacts } | undefined;
  startedAt: Date;
  /** When the run was planned for. */
  dueAt?: string | undefined;
  now: Date;
  /** Absent if no run was permitted in this minute, as far as we know. */
  permits?: Permits | undefined;
  limits: RateLimits;
};

/** A routine that fires its own trigger immediately does so within this time. */
export const echoMs = 3_000;

/** A planned run that is later than this would surprise the household. */
const lateMs = 600_000;

type Check<Facts, Of = Outcome> = readonly [step: StepName, outcome: Of, fails: (facts: Facts) => boolean];

const workspaceChecks: readonly Check<RuledWorkspace>[] = [
  ['workspace', 'workspaceInactive', ({ workspace }) => workspace.status !== 'ATIVO'],
  ['plan', 'planRequired', ({ channel, features }) => !features.has(featureOf[channel])],
  ['account', 'notLinked', ({ workspace }) => !workspace.link],
];

const permissionChecks: readonly Check<RuledHome>[] = [
  // Another account's token is left over from an earlier link.
  [
    'permission',
    'skillNotEnabled',
    ({ access, workspace }) => !access || access.amazonUserId !== workspace.link?.amazonUserId,
  ],
  ['permission', 'grantRevoked', ({ access }) => access?.state === 'revoked'],
];

const conditionChecks: readonly Check<RuledRun>[] = (['notHere', 'notYou', 'notNow', 'coolingDown'] as const).map(
  (outcome) => ['conditions', outcome, (run) => whyNotConditioned(run)?.outcome === outcome],
);

const runChecks: readonly Check<RuledRun>[] = [
  ...workspaceChecks,
  ['switchedOn', 'disabled', ({ trigger }) => !trigger.enabled],
  ['rate', 'missed', ({ dueAt, startedAt }) => dueAt !== undefined && startedAt.getTime() - Date.parse(dueAt) > lateMs],
  ['rate', 'echo', ({ channel, trigger, startedAt }) => channel === 'voice' && isEcho(trigger.eventAt, startedAt)],
  [
    'rate',
    'loop',
    ({ channel, trigger, startedAt }) => channel === 'voice' && isLoop(trigger.chain, startedAt.getTime()),
  ],
  ...conditionChecks,
  ['rate', 'tooMany', (run) => isTriggerFull(rateFacts(run))],
  ['rate', 'workspaceTooMany', (run) => isWorkspaceFull(rateFacts(run))],
  ...permissionChecks,
];

/** The checks that a user sees. The last one refuses no run: it reports that the routine stopped confirming runs. */
const shownChecks: readonly Check<RuledRun, Outcome | 'silent'>[] = [
  ...runChecks,
  ['routine', 'silent', ({ trigger }) => trigger.receipt !== undefined && isSilent(trigger.receipt)],
];

const firstFailed = <Facts>(checks: readonly Check<Facts>[], facts: Facts): Outcome | undefined =>
  checks.find(([, , fails]) => fails(facts))?.[1];

export const whyNotInWorkspace = (facts: RuledWorkspace): Outcome | undefined => firstFailed(workspaceChecks, facts);

/** Returns the first check that fails. If it is `grantRevoked`, `revokedOutcome` decides how the run ends. */
export const whyNotRun = (facts: RuledRun): Outcome | undefined => firstFailed(runChecks, facts);

/** A run whose caller is not specified. */
export type CalledRun = Omit<RuledRun, 'channel' | 'features'>;

/** The first failure of each step; undefined for a step without failures. */
export type StepResults = ReadonlyMap<StepName, FailedOutcome | 'silent' | undefined>;

function look<Facts>(checks: readonly Check<Facts, Outcome | 'silent'>[], facts: Facts): StepResults {
  const looked = new Map<StepName, FailedOutcome | 'silent' | undefined>();
  for (const [step, outcome, fails] of checks) {
    const isFailure = outcome === 'silent' || isFailed(outcome);
    if (looked.get(step) === undefined) looked.set(step, isFailure && fails(facts) ? outcome : undefined);
  }
  return looked;
}

export const checkWorkspaceSteps = (facts: RuledWorkspace): StepResults => look(workspaceChecks, facts);

/** Checks that do not depend on a trigger. Without an account, the grant is not checked. */
export const checkHomeSteps = (facts: RuledHome): StepResults =>
  look(facts.workspace.link ? [...workspaceChecks, ...permissionChecks] : workspaceChecks, facts);

export const checkRunSteps = (facts: RuledRun): StepResults => look(shownChecks, facts);

/**
 * Checks that fail for every caller. Voice is subject to every rule of the other channels except the plan. Ignores
 * conditions on channel, network and person, which do not apply to every caller.
 */
export const checkForAnyCaller = (facts: CalledRun): StepResults =>
  checkRunSteps({
    ...facts,
    channel: 'voice',
    features: featuresOf('none'),
    conditioned: conditionedFor(facts, ({ channels: _, ...others }) => others),
  });

/**
 * Checks that fail for every caller, plus the plan of the groups, the only channel that needs one. `ofGroups` is
 * undefined without a linked group.
 */
export function checkForPage(facts: CalledRun, ofGroups: ReadonlySet<Feature> | undefined): StepResults {
  const looked = checkForAnyCaller(facts);
  if (!ofGroups) return looked;
  const { workspace } = facts;
  return new Map([
    ...looked,
    ['plan', checkWorkspaceSteps({ channel: 'group', workspace, features: ofGroups }).get('plan')],
  ]);
}

/** Checks that fail for every caller of one channel. */
export const checkForChannel = (
  facts: CalledRun,
  channel: Channel,
  features: ReadonlySet<Feature> = featuresOf('none'),
): StepResults =>
  checkRunSteps({ ...facts, channel, features, conditioned: conditionedFor(facts, (others) => others) });

/** Ignores conditions on people and networks, because the caller is unknown. */
function conditionedFor(
  { conditioned }: CalledRun,
  left: (conditions: Omit<Conditions, 'networks' | 'people'>) => Conditions,
): RuledRun['conditioned'] {
  const all = conditioned?.all.map(({ conditions: { networks: _n, people: _p, ...others }, coolSince }) => ({
    conditions: left(others),
    coolSince,
  }));
  return conditioned && all && { ...conditioned, all };
}

/** Returns the first failing condition. `nextAt` is when all conditions may hold. */
export function whyNotConditioned({ channel, conditioned, now }: RuledRun): WhyNot | undefined {
  if (!conditioned) return undefined;
  const { all, facts } = conditioned;
  const asked = all.map(({ conditions, coolSince }) => {
    const { coolDownSeconds } = conditions;
    const cools = coolDownSeconds !== undefined && coolSince !== undefined;
    return { conditions, coolsUntil: cools ? coolSince + coolDownSeconds * 1000 : undefined };
  });
  const at = { channel, at: now, ...facts };
  const whyNot = asked.map((each) => whyNotByConditions(each.conditions, { ...at, coolsUntil: each.coolsUntil }));
  const outcome = whyNot.find(Boolean)?.outcome;
  if (outcome !== 'notNow' && outcome !== 'coolingDown') return outcome && { outcome };
  const coolsUntil = Math.max(0, ...asked.map((each) => each.coolsUntil ?? 0));
  const nextAt = nextPossible(
    asked.map(({ conditions }) => conditions),
    { ...at, coolsUntil },
  );
  return { outcome, ...(nextAt && { nextAt }) };
}

const isEcho = (eventAt: number | undefined, heardAt: Date): boolean =>
  eventAt !== undefined && Math.abs(heardAt.getTime() - eventAt) < echoMs;

const rateFacts = ({ permits, now, limits }: RuledRun): RateFacts => ({
  ...limits,
  permits,
  minute: minuteOf(now),
});
