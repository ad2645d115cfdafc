import { mayUse, type Feature } from '../billing/plans.ts';
import type { Channel } from './channels.ts';
import { isLoop, type Chain } from './loop.ts';
import type { Outcome } from './outcomes.ts';
import { revokedOutcome } from './revoked-outcome.ts';

const featureOf: Readonly<Record<Channel, Feature>> = {
  webhook: 'amazonAlexa',
  click: 'amazonAlexa',
  voice: 'amazonAlexa',
  group: 'whatsappCommands',
};

/** False where every plan includes the channel. */
export const dependsOnPlan = (channel: Channel): boolean => !mayUse('none', featureOf[channel]);

type WorkspaceFacts = {
  channel: Channel;
  workspace: { status: 'ATIVO' | 'INATIVO'; link?: { number: number; amazonUserId: string } | undefined };
  features: ReadonlySet<Feature>;
};

type RunFacts = WorkspaceFacts & {
  /** `eventAt`: when an event last reached Amazon, or may have (ms since 1970). */
  trigger: {
    enabled: boolean;
    rate?: { minute: number; count: number } | undefined;
    eventAt?: number | undefined;
    chain?: Chain | undefined;
  };
  access: { state: 'valid' | 'revoked'; amazonUserId: string; reconnectRefusedAt?: string | undefined } | undefined;
  chainOn: boolean;
  startedAt: Date;
  now: Date;
  runsPerMinute: number;
};

const minuteMs = 60_000;
export const minuteOf = (now: Date): number => Math.floor(now.getTime() / minuteMs);

/** A scene that its own routine starts at once comes back within this time. */
export const echoMs = 3_000;

type Check<Facts> = readonly [step: string, outcome: Outcome, fails: (facts: Facts) => boolean];

const workspaceChecks: readonly Check<WorkspaceFacts>[] = [
  ['workspace', 'workspaceInactive', ({ workspace }) => workspace.status !== 'ATIVO'],
  ['plan', 'planRequired', ({ channel, features }) => !features.has(featureOf[channel])],
  ['account', 'notLinked', ({ workspace }) => !workspace.link],
];

const isRevoked = ({ access }: RunFacts): boolean => access?.state === 'revoked';

const runChecks: readonly Check<RunFacts>[] = [
  ...workspaceChecks,
  ['switchedOn', 'disabled', ({ trigger }) => !trigger.enabled],
  ['echo', 'echo', ({ channel, trigger, startedAt }) => channel === 'voice' && isEcho(trigger.eventAt, startedAt)],
  [
    'loop',
    'loop',
    ({ channel, trigger, startedAt }) => channel === 'voice' && isLoop(trigger.chain, startedAt.getTime()),
  ],
  ['limit', 'tooMany', ({ trigger: { rate }, now, runsPerMinute }) => isFull(rate, minuteOf(now), runsPerMinute)],
  // Another account's token is left from an earlier link.
  [
    'skill',
    'skillNotEnabled',
    ({ access, workspace }) => !access || access.amazonUserId !== workspace.link?.amazonUserId,
  ],
  ['mend', 'reinstallSkill', (facts) => isRevoked(facts) && revokedOutcome(facts) === 'reinstallSkill'],
  ['permission', 'grantRevoked', isRevoked],
];

const firstFailed = <Facts>(checks: readonly Check<Facts>[], facts: Facts): Outcome | undefined =>
  checks.find(([, , fails]) => fails(facts))?.[1];

export const whyNotInWorkspace = (facts: WorkspaceFacts): Outcome | undefined => firstFailed(workspaceChecks, facts);

/** The first failed check counts. */
export const whyNotRun = (facts: RunFacts): Outcome | undefined => firstFailed(runChecks, facts);

const isEcho = (eventAt: number | undefined, heardAt: Date): boolean =>
  eventAt !== undefined && Math.abs(heardAt.getTime() - eventAt) < echoMs;

const isFull = (rate: RunFacts['trigger']['rate'], minute: number, runsPerMinute: number): boolean =>
  rate?.minute === minute && rate.count >= runsPerMinute;

/** At least one. */
export const secondsToNextMinute = (now: Date): number =>
  Math.max(1, Math.ceil((minuteMs - (now.getTime() % minuteMs)) / 1000));
