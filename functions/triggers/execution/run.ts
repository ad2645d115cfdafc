import type { EventTarget, RunEvent } from '#functions/alexa/events/send-run-event.ts';
import type { Sent } from '#functions/alexa/events/send-to-gateway.ts';
import type { PlanDeps } from '#functions/billing/plan-features.ts';
import type { ClaimAnswer, ClaimStore } from '#functions/data/triggers/claim-store.ts';
import type { RunFacts, RunStore } from '#functions/data/triggers/run-store.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import type { Channel } from '#shared/rules/execution/channels.ts';

export type ExecuteDeps = PlanDeps & {
  runs: Pick<RunStore, 'facts' | 'record'>;
  claims: Pick<ClaimStore, 'take' | 'finish' | 'release'>;
  /** Rings the device once. */
  sendEvent: (target: EventTarget, run: RunEvent) => Promise<Sent>;
  runsPerMinute: number;
  metrics: Metrics;
  newId: () => string;
};

export type RunRequest = {
  channel: Channel;
  workspaceId: number;
  triggerId: string;
  /** When the channel was entered. */
  startedAt: Date;
  /** Whether this caller may fire triggers of this workspace; asked before anything about the workspace is told. */
  mayFire: (workspace: NonNullable<RunFacts['workspace']>) => boolean;
  /** For the log. */
  requestId?: string;
  /** Who fires, in the channel's words. */
  who?: string;
  /** Whatever makes a repetition of the same wish recognisable: a key, a message id. */
  once?: { key: string; lifeSeconds: number };
};

/** What came of a wish to fire. `ms`: from the channel to the outcome. */
export type Execution = ClaimAnswer & { retryAfterSeconds?: number };

/** A run on its way through the pipeline. `stages` says where the milliseconds went. */
export type Progress = {
  id: string;
  request: RunRequest;
  stages: Record<string, number>;
  deadline: Deadline;
  amazonRequestId?: string | undefined;
};

/** Does one stage, and gives up on it with `late` when the time is over. */
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
