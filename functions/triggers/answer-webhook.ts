import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

import { triggerIdOf } from '#functions/data/triggers/trigger-item.ts';
import { hashOf, sameText } from '#functions/platform/hashes.ts';
import { finished, refusalFor, refused } from '#functions/platform/http/answer.ts';
import { bodyBytes } from '#functions/platform/http/body-bytes.ts';
import { requireCdn } from '#functions/platform/http/request-origin.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import { busy, answerWithinMs } from '#functions/platform/time/deadline.ts';
import { withTimeout } from '#functions/platform/time/with-timeout.ts';
import { idText } from '#shared/contracts/fields.ts';
import { Refusal, refusals } from '#shared/refusals.ts';
import { failureText } from '#shared/rules/execution/failure-text.ts';
import { isFailed, outcomes } from '#shared/rules/execution/outcomes.ts';

import type { Execution, RunRequest } from './execution/run.ts';
import { isPreview } from './link-previews.ts';

type Event = APIGatewayProxyEventV2;
type Result = APIGatewayProxyStructuredResultV2;

export type WebhookDeps = {
  execute: (request: RunRequest) => Promise<Execution>;
  /** Its address at Amazon; absent where the stage has none. */
  skillPage?: string | undefined;
  originSecret: () => Promise<{ value: string } | undefined>;
  log: Log;
  metrics: Metrics;
  now: () => Date;
};

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
  const key = keyOf(event);
  return worded(
    deps,
    await deps.execute({
      channel: 'webhook',
      workspaceId,
      triggerId,
      startedAt,
      requestId: event.requestContext.requestId,
      mayFire: ({ tokenHash }) => sameText(digest, tokenHash),
      ...(key !== undefined && { once: { key, lifeSeconds: daySeconds } }),
    }),
  );
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
): Result {
  const errorKey = outcomes[outcome].refusal;
  const status = errorKey ? refusals[errorKey][0] : 200;
  const error = isFailed(outcome) ? failureText(outcome, { skillIsOff, skillPage }) : undefined;
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    },
    body: JSON.stringify({ outcome, executionId, ms, error, errorKey }),
  };
}
