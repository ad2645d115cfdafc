import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import { deadlineAt, deadlineIn } from '#functions/platform/time/deadline.ts';

import type { Execution, RunRequest } from './execution/run.ts';
import { awaitAnswer, readAnswer, type AwaitDeps } from './receipts/await-answer.ts';
import type { RunAnswer } from './receipts/run-answer.ts';

export type FireAndAwaitDeps = AwaitDeps & { execute: (request: RunRequest) => Promise<Execution> };

export type Fired = { execution: Execution; answered: Partial<RunAnswer>; headers: Record<string, string> };

const daySeconds = 86_400;
const maxWaitSeconds = 8;

/** The function has ten seconds, so a slow execution leaves less time to wait. */
const maxMs = 9_000;

/** Fires once within a day for each key. */
export async function fireAndAwait(
  deps: FireAndAwaitDeps,
  event: APIGatewayProxyEventV2,
  request: RunRequest,
  key: string | undefined,
): Promise<Fired> {
  const { triggerId, startedAt } = request;
  const once = key === undefined ? {} : { once: { key, lifeSeconds: daySeconds } };
  const execution = await deps.execute({ ...request, ...once });
  const { executionId: id, awaitedSince: at } = execution;
  if (at === undefined) return { execution, answered: {}, headers: {} };
  const run = { triggerId, at, id };
  const end = startedAt.getTime() + maxMs;
  const seconds = Math.min(waitOf(event), Math.floor((end - deps.now().getTime()) / 1000));
  if (seconds >= 1) {
    const answered = await awaitAnswer(deps, run, deadlineIn(deps.now, seconds * 1000));
    return { execution, answered, headers: { 'preference-applied': `wait=${seconds}` } };
  }
  const isRepeat = at !== startedAt.toISOString();
  const answered = isRepeat ? await readAnswer(deps, run, deadlineAt(deps.now, end)) : awaited;
  return { execution, answered, headers: {} };
}

const awaited: RunAnswer = { answer: 'awaited' };

/** Reads `Prefer: wait=8` (RFC 7240) in whole seconds. Returns zero without it. */
function waitOf({ headers }: Pick<APIGatewayProxyEventV2, 'headers'>): number {
  const [, seconds = 0] = /(?:^|[,;])\s*wait\s*=\s*"?(\d+)"?\s*(?=$|[,;])/i.exec(headers['prefer'] ?? '') ?? [];
  return Math.min(Number(seconds), maxWaitSeconds);
}
