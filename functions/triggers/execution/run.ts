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
  /** Permits known before one is taken. A run asks only this process; other callers ask the table. */
  permitsOf: PermitStore['reached'] | PermitStore['find'];
  limits: RateLimits;
  /** Whether this stage enables the skill for users. */
  enablesSkill: () => Promise<StageEnabling>;
  metrics: Metrics;
  newId: () => string;
};

export type RunRequest = {
  channel: Channel;
  workspaceId: number;
  triggerId: string;
  /** When the request arrived. */
  startedAt: Date;
  /** Id of the access key that the caller claims to have. */
  accessKeyId?: string;
  /** Checked before the answer contains anything about the workspace. */
  mayFire: (workspace: NonNullable<RunFacts['workspace']>, accessKey?: AccessKeyItem) => boolean | Promise<boolean>;
  requestId?: string;
  who?: string;
  /** The member of a group, as conditions identify it. */
  person?: string;
  /** The caller's address, if it can be trusted. */
  address?: string;
  /** The group command, which is answered a second time if its receipt is late or missing. */
  command?: GroupCommand;
  /** The time for which the run was planned. */
  dueAt?: string;
  /** Recognises a repeat, by a key or a message id. */
  once?: { key: string; lifeSeconds: number };
};

/** `ms` is the time from the request to the outcome. */
export type Execution = ClaimAnswer & {
  /** The answer is that of an earlier run with the same key. */
  replayed?: true;
  retryAfterSeconds?: number;
  /** Amazon reported that the skill is off, or confirmed that we disabled it. */
  skillIsOff?: true;
  /** Start of an earlier run whose process crashed, and which may not be recorded. */
  lostSince?: string | undefined;
  /** When the conditions may allow a run, with their time zone. */
  next?: { at: string; timeZone: string };
  /** Runs per minute and runs left in this minute, of the trigger and of its workspace. */
  rate?: { trigger?: Left; workspace?: Left; resetSeconds: number };
};

/** `stages` are in milliseconds. */
export type Progress = {
  id: string;
  request: RunRequest;
  stages: Partial<Record<RunStage, number>>;
  deadline: Deadline;
  amazonRequestId?: string | undefined;
  /** How long to wait for the receipt; absent if none is expected. */
  openMs?: number;
  /** The access key of the caller. */
  accessKey?: AccessKeyItem | undefined;
  /** A use of the access key was taken. */
  tookUse?: true;
  /** Cool-downs that this run took. */
  cooling?: Cooling[];
  /** Permits of the minute, if known. */
  permits?: Permits | undefined;
};

/** Runs and measures `work`. Returns `late()` at the deadline. */
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
