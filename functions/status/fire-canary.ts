import * as z from 'zod/mini';

import type { LastRunStore } from '#functions/data/triggers/last-run-store.ts';
import { json } from '#functions/platform/json.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import type { CanarySecret } from '#functions/platform/secrets/secrets.ts';
import type { Http } from '#functions/providers/http.ts';

import { canaryTarget, type CanaryTarget } from './canary-target.ts';

export type CanaryDeps = {
  secret: () => Promise<CanarySecret | undefined>;
  webhookUrl: string;
  http: Http;
  runs: LastRunStore;
  pause: (ms: number) => Promise<void>;
  metrics: Metrics;
  log: Log;
  now: () => Date;
};

export type Round = {
  executionId: string;
  ms: number;
  /** The time until the routine started the second trigger; absent without an echo. */
  heardMs?: number;
};

type Reason = 'notConfigured' | 'badSettings' | 'noAnswer' | 'turnedAway' | 'notTaken' | 'notHeard';

export class CanaryFailure extends Error {
  override name = 'CanaryFailure';
  readonly reason: Reason;
  readonly details: Readonly<Record<string, string | number | undefined>>;

  constructor(reason: Reason, details: Readonly<Record<string, string | number | undefined>> = {}) {
    super(`The canary failed: ${reason} ${JSON.stringify(details)}`);
    this.reason = reason;
    this.details = details;
  }
}

const answerMs = 12_000;
const pollMs = 250;

/**
 * Fires a trigger and waits up to `patienceMs` for the second trigger, which the routine starts. Throws
 * `CanaryFailure`.
 */
export async function fireCanary(deps: CanaryDeps, patienceMs: number): Promise<Round> {
  try {
    const round = await fly(deps, patienceMs);
    const { executionId, ms, heardMs } = round;
    deps.log('canary.passed', { executionId, ms, heardMs });
    deps.metrics({ CanaryFailed: 0, CanaryMs: ms, ...(heardMs !== undefined && { CanaryEchoMs: heardMs }) }, {});
    return round;
  } catch (error) {
    const { reason = 'failed', details = {} } = error instanceof CanaryFailure ? error : {};
    deps.log('canary.failed', { reason, ...details }, error instanceof CanaryFailure ? undefined : error);
    deps.metrics({ CanaryFailed: 1 }, {});
    throw error;
  }
}

async function fly(deps: CanaryDeps, patienceMs: number): Promise<Round> {
  const secret = await deps.secret();
  if (!secret) throw new CanaryFailure('notConfigured');
  const target = canaryTarget(secret, deps.webhookUrl);
  if (!target) throw new CanaryFailure('badSettings');
  const before = await echoOf(deps, target);
  const startedAt = deps.now().getTime();
  const executionId = await fire(deps, target);
  const round = { executionId, ms: deps.now().getTime() - startedAt };
  if (target.echoTriggerId === undefined) return round;
  for (;;) {
    const heard = await echoOf(deps, target);
    if (heard !== undefined && heard !== before) break;
    const waited = deps.now().getTime() - startedAt;
    if (waited >= patienceMs) throw new CanaryFailure('notHeard', { executionId, waited });
    await deps.pause(pollMs);
  }
  return { ...round, heardMs: deps.now().getTime() - startedAt };
}

async function echoOf({ runs }: CanaryDeps, { workspaceId, echoTriggerId }: CanaryTarget): Promise<string | undefined> {
  const run = echoTriggerId === undefined ? undefined : await runs.lastRun(workspaceId, echoTriggerId);
  return run?.channel === 'voice' ? run.id : undefined;
}

const webhookReply = z.object({
  outcome: z.optional(z.string()),
  executionId: z.optional(z.string()),
  errorKey: z.optional(z.string()),
});

async function fire({ http }: CanaryDeps, { address, token }: CanaryTarget): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'Recado canary' };
  const reply = await http({ method: 'POST', url: address, headers, timeoutMs: answerMs });
  if (reply.outcome !== 'reply') throw new CanaryFailure('noAnswer', { outcome: reply.outcome });
  const { outcome, executionId, errorKey } = webhookReply.safeParse(json(reply.body)).data ?? {};
  const { status } = reply;
  if (outcome === undefined) throw new CanaryFailure('turnedAway', { status, errorKey });
  if (status !== 200 || outcome !== 'sent' || executionId === undefined)
    throw new CanaryFailure('notTaken', { status, outcome, executionId });
  return executionId;
}
