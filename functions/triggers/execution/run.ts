import type { EventTarget, RunEvent } from '#functions/alexa/events/send-run-event.ts';
import type { Sent } from '#functions/alexa/events/send-to-gateway.ts';
import type { PlanDeps } from '#functions/billing/plan-features.ts';
import type { ClaimAnswer, ClaimStore } from '#functions/data/triggers/claim-store.ts';
import type { ReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import type { RunFacts, RunStore } from '#functions/data/triggers/run-store.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import type { Channel } from '#shared/rules/execution/channels.ts';

export type ExecuteDeps = PlanDeps & {
  runs: Pick<RunStore, 'facts' | 'record'>;
  claims: Pick<ClaimStore, 'take' | 'finish' | 'release'>;
  receipts: Pick<ReceiptStore, 'open'>;
  sendEvent: (target: EventTarget, run: RunEvent) => Promise<Sent>;
  runsPerMinute: number;
  /** Whether this stage enables the skill for people. */
  chainOn: boolean;
  metrics: Metrics;
  newId: () => string;
};

export type RunRequest = {
  channel: Channel;
  workspaceId: number;
  triggerId: string;
  /** When the channel was entered. */
  startedAt: Date;
  /** Checked before the answer contains anything about the workspace. */
  mayFire: (workspace: NonNullable<RunFacts['workspace']>) => boolean;
  requestId?: string;
  who?: string;
  /** Recognises a repetition, by a key or a message id. */
  once?: { key: string; lifeSeconds: number };
};

/** `ms`: from the channel to the outcome. */
export type Execution = ClaimAnswer & {
  retryAfterSeconds?: number;
  /** Amazon said so, when the permission ended. */
  skillIsOff?: true;
  /** Its routine confirms runs. */
  awaits?: true;
};

/** `stages`: milliseconds. */
export type Progress = {
  id: string;
  request: RunRequest;
  stages: Record<string, number>;
  deadline: Deadline;
  amazonRequestId?: string | undefined;
  /** How long its receipt is waited for; absent where none is. */
  openMs?: number;
};

/** Ends with `late` when the time is over. */
export async function stage<T>(
  deps: Pick<ExecuteDeps, 'now'>,
  run: Progress,
  name: string,
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
