import type { EventTarget, RunEvent } from '#functions/alexa/events/send-run-event.ts';
import type { Sent } from '#functions/alexa/events/send-to-gateway.ts';
import type { PlanDeps } from '#functions/billing/plan-features.ts';
import type { KeyUseStore } from '#functions/data/access-keys/key-use-store.ts';
import type { AccessKeyItem } from '#functions/data/items/access-key-item.ts';
import type { ClaimAnswer, ClaimStore } from '#functions/data/triggers/claim-store.ts';
import type { CoolDownStore, Cooling } from '#functions/data/triggers/cool-down-store.ts';
import type { PermitStore } from '#functions/data/triggers/permit-store.ts';
import type { GroupCommand, ReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import type { RunFacts, RunStore } from '#functions/data/triggers/run-store.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import type { Channel } from '#shared/rules/channels.ts';
import type { Left, Permits, RateLimits } from '#shared/rules/execution/rate-limit.ts';
import type { RunStage } from '#shared/rules/execution/stages.ts';
import type { StageEnabling } from '#shared/rules/skill-state.ts';

export type ExecuteDeps = PlanDeps & {
  runs: Pick<RunStore, 'facts' | 'record' | 'countRefusal'>;
  claims: Pick<ClaimStore, 'take' | 'find' | 'finish' | 'release'>;
  receipts: Pick<ReceiptStore, 'open'>;
  keyUses: Pick<KeyUseStore, 'take' | 'giveBack' | 'noteUse'>;
  sendEvent: (target: EventTarget, run: RunEvent) => Promise<Sent>;
  coolDowns: Pick<CoolDownStore, 'take' | 'giveBack'>;
  permits: Pick<PermitStore, 'take'>;
  /** What is known before one is taken; a run asks what this process has seen, everything else asks the table. */
  permitsOf: PermitStore['reached'] | PermitStore['find'];
  limits: RateLimits;
  /** Whether this stage enables the skill for people. */
  enablesSkill: () => Promise<StageEnabling>;
  metrics: Metrics;
  newId: () => string;
};

export type RunRequest = {
  channel: Channel;
  workspaceId: number;
  triggerId: string;
  /** When the channel was entered. */
  startedAt: Date;
  /** Of the access key that the caller says to have. */
  accessKeyId?: string;
  /** Checked before the answer contains anything about the workspace. */
  mayFire: (workspace: NonNullable<RunFacts['workspace']>, accessKey?: AccessKeyItem) => boolean | Promise<boolean>;
  requestId?: string;
  who?: string;
  /** Of a group's member, as conditions name them. */
  person?: string;
  /** Of the caller, where it can be trusted. */
  address?: string;
  /** In a group: answered once more where its receipt comes late, or not at all. */
  command?: GroupCommand;
  /** For when it was planned. */
  dueAt?: string;
  /** Recognises a repetition, by a key or a message id. */
  once?: { key: string; lifeSeconds: number };
};

/** `ms`: from the channel to the outcome. */
export type Execution = ClaimAnswer & {
  /** The answer to an earlier run with the same key. */
  replayed?: true;
  retryAfterSeconds?: number;
  /** Amazon said so, when the permission ended or when we disabled the skill. */
  skillIsOff?: true;
  /** The process of this earlier run died, and may have recorded nothing: when its channel was entered. */
  lostSince?: string | undefined;
  /** When its conditions may let it run, with the zone that they are of. */
  next?: { at: string; timeZone: string };
  /** Runs of the trigger, and of all triggers of its workspace: per minute, and left in this one. */
  rate?: { trigger?: Left; workspace?: Left; resetSeconds: number };
};

/** `stages`: milliseconds. */
export type Progress = {
  id: string;
  request: RunRequest;
  stages: Partial<Record<RunStage, number>>;
  deadline: Deadline;
  amazonRequestId?: string | undefined;
  /** How long its receipt is waited for; absent where none is. */
  openMs?: number;
  /** What the caller may fire with, and whether a use of it was taken. */
  accessKey?: AccessKeyItem | undefined;
  tookUse?: true;
  /** Cool-downs that it took. */
  cooling?: Cooling[];
  /** What its minute has given, where that is known. */
  permits?: Permits | undefined;
};

/** Ends with `late` when the time is over. */
export async function stage<T>(
  deps: Pick<ExecuteDeps, 'now'>,
  run: Progress,
  name: RunStage,
  work: () => Promise<T>,
  late: () => T,
  deadline = run.deadline,
): Promise<T> {
  const start = deps.now().getTime();
  try {
    return await deadline.within(work(), late);
  } finally {
    run.stages[name] = (run.stages[name] ?? 0) + deps.now().getTime() - start;
  }
}
