import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type * as z from 'zod/mini';

import { triggerIdOf, type Run } from '#functions/data/triggers/trigger-item.ts';
import { hashOf, sameText } from '#functions/platform/hashes.ts';
import { finished, refusalFor, refused } from '#functions/platform/http/answer.ts';
import { bodyBytes } from '#functions/platform/http/body-bytes.ts';
import { requireCdn } from '#functions/platform/http/request-origin.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import { busy, answerWithinMs, deadlineAt } from '#functions/platform/time/deadline.ts';
import { withTimeout } from '#functions/platform/time/with-timeout.ts';
import { idText } from '#shared/contracts/fields.ts';
import type { runReply } from '#shared/contracts/webhook.ts';
import { Refusal, refusals } from '#shared/refusals.ts';
import { failureText } from '#shared/rules/execution/failure-text.ts';
import { isFailed, outcomes } from '#shared/rules/execution/outcomes.ts';
import { answerOf } from '#shared/rules/execution/receipts.ts';

import type { Execution, RunRequest } from './execution/run.ts';
import { isPreview } from './link-previews.ts';
import { awaitAnswer, type AwaitDeps } from './receipts/await-answer.ts';
import type { WantedRun } from './receipts/read-run.ts';

type Event = APIGatewayProxyEventV2;
type Result = APIGatewayProxyStructuredResultV2;

export type WebhookDeps = AwaitDeps & {
  now: () => Date;
  execute: (request: RunRequest) => Promise<Execution>;
  /** Its address at Amazon; absent where the stage has none. */
  skillPage?: string | undefined;
  readRun: (wanted: WantedRun) => Promise<z.output<typeof runReply>>;
  originSecret: () => Promise<{ value: string } | undefined>;
  log: Log;
  metrics: Metrics;
};

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' };

/** The body is not used; this is far more than any client sends by itself. */
const maxBytes = 64 * 1024;
const daySeconds = 86_400;

/** The workspace's token alone lets a caller fire; a caller without it learns nothing. */
export async function answerWebhook(deps: WebhookDeps, event: Event): Promise<Result> {
  const { requestId } = event.requestContext;
  try {
    return finished(await answer(deps, event), requestId, []);
  } catch (error) {
    const refusal = refusalFor(error);
    const isSurprise = refusal.status >= 500 && !(error instanceof Refusal);
    const details = { requestId, status: refusal.status, errorKey: refusal.code };
    deps.log(isSurprise ? 'request.failed' : 'request.answered', details, isSurprise ? error : undefined);
    deps.metrics({ WebhookTurnedAway: 1 }, { errorKey: refusal.code });
    return finished(refused(refusal), requestId, []);
  }
}

async function answer(deps: WebhookDeps, event: Event): Promise<Result> {
  const startedAt = deps.now();
  await withTimeout(answerWithinMs, requireCdn(deps, { event }), busy);
  if (event.requestContext.http.method === 'HEAD' || isPreview(event.headers)) return { statusCode: 204 };
  if (bodyBytes(event).length > maxBytes) throw new Refusal('request.tooLarge');
  const workspaceId = idText.safeParse(event.pathParameters?.['workspaceId']).data;
  const triggerId = triggerIdOf(event.pathParameters?.['deviceId'] ?? '');
  if (workspaceId === undefined || triggerId === undefined) throw new Refusal('trigger.notFound');

  const digest = hashOf(tokenOf(event));
  const mayFire: RunRequest['mayFire'] = ({ tokenHash }) => sameText(digest, tokenHash);
  const executionId = event.pathParameters?.['executionId'];
  if (executionId !== undefined) return runAnswer(await deps.readRun({ workspaceId, triggerId, executionId, mayFire }));
  const key = keyOf(event);
  const execution = await deps.execute({
    channel: 'webhook',
    workspaceId,
    triggerId,
    startedAt,
    requestId: event.requestContext.requestId,
    mayFire,
    ...(key !== undefined && { once: { key, lifeSeconds: daySeconds } }),
  });
  if (!execution.awaits) return worded(deps, execution, {});
  const seconds = waitOf(event);
  if (seconds === undefined) return worded(deps, execution, { answer: 'awaited' });
  const run = { triggerId, at: startedAt.toISOString(), id: execution.executionId };
  const until = Math.min(deps.now().getTime() + seconds * 1000, startedAt.getTime() + maxMs);
  const kept = await awaitAnswer(deps, run, deadlineAt(deps.now, until));
  return worded(deps, execution, toldOf(kept, deps.now()), { 'preference-applied': `wait=${seconds}` });
}

type Told = Pick<z.output<typeof runReply>, 'answer' | 'ranMs'>;

/** A run that the history does not have yet is awaited. */
function toldOf(run: Run | undefined, now: Date): Told {
  const told = run ? answerOf(run, now) : 'awaited';
  return { ...(told && { answer: told }), ...(run?.ranMs !== undefined && { ranMs: run.ranMs }) };
}

const maxWaitSeconds = 8;

/** With an execution that took long, less is left to wait: the function has ten seconds. */
const maxMs = 9_000;

/** `Prefer: wait=8` (RFC 7240), in whole seconds. */
function waitOf({ headers }: Event): number | undefined {
  const seconds = Number(/(?:^|[,;])\s*wait\s*=\s*"?(\d{1,5})"?\s*(?=$|[,;])/i.exec(headers['prefer'] ?? '')?.[1] ?? 0);
  return seconds > 0 ? Math.min(seconds, maxWaitSeconds) : undefined;
}

const tokenOf = ({ queryStringParameters, headers }: Event): string =>
  queryStringParameters?.['token'] ?? /^Bearer +(\S+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? '';

function keyOf({ headers }: Event): string | undefined {
  const key = headers['idempotency-key'];
  if (key !== undefined && (key === '' || key.length > 128)) throw new Refusal('trigger.keyInvalid');
  return key;
}

function worded(
  { skillPage }: Pick<WebhookDeps, 'skillPage'>,
  { outcome, executionId, ms, retryAfterSeconds, skillIsOff }: Execution,
  told: Told,
  headers: Record<string, string> = {},
): Result {
  const errorKey = outcomes[outcome].refusal;
  const status = errorKey ? refusals[errorKey][0] : 200;
  const error = isFailed(outcome) ? failureText(outcome, { skillIsOff, skillPage }) : undefined;
  return {
    statusCode: status,
    headers: {
      ...jsonHeaders,
      ...headers,
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    },
    body: JSON.stringify({ outcome, executionId, ms, error, errorKey, ...told }),
  };
}

const runAnswer = (reply: z.output<typeof runReply>): Result => ({
  statusCode: 200,
  headers: jsonHeaders,
  body: JSON.stringify(reply),
});
