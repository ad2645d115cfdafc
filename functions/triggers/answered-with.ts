import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

import { finishResult, refusalFor, refusalResult } from '#functions/platform/http/answer.ts';
import { requireCdn } from '#functions/platform/http/request-origin.ts';
import { viewerAddress } from '#functions/platform/http/viewer-address.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import { answerWithinMs, busy } from '#functions/platform/time/deadline.ts';
import { withTimeout } from '#functions/platform/time/with-timeout.ts';
import { Refusal } from '#shared/refusals.ts';

type Event = APIGatewayProxyEventV2;
type Result = APIGatewayProxyStructuredResultV2;

export type AnsweredDeps = {
  originSecret: () => Promise<{ value: string } | undefined>;
  log: Log;
  metrics: Metrics;
};

/** Returns the response of `answer`. Counts refusals, and logs unexpected errors. */
export async function answeredWith(
  deps: AnsweredDeps,
  event: Event,
  answer: () => Promise<Result>,
  cacheSeconds?: number,
): Promise<Result> {
  const { requestId } = event.requestContext;
  try {
    return finishResult(await answer(), requestId, [], cacheSeconds);
  } catch (error) {
    const refusal = refusalFor(error);
    const isUnexpected = refusal.status >= 500 && !(error instanceof Refusal);
    const details = { requestId, status: refusal.status, errorKey: refusal.code };
    deps.log(isUnexpected ? 'request.failed' : 'request.answered', details, isUnexpected ? error : undefined);
    deps.metrics({ WebhookTurnedAway: 1 }, { errorKey: refusal.code });
    return finishResult(refusalResult(refusal), requestId, []);
  }
}

/**
 * Returns undefined if the address cannot be trusted. Throws for a request that bypassed the CDN, and `server.busy`.
 */
export const callerAddress = (deps: AnsweredDeps, event: Event): Promise<string | undefined> =>
  withTimeout(
    answerWithinMs,
    (async () => {
      await requireCdn(deps, { event });
      return viewerAddress(event, await deps.originSecret());
    })(),
    busy,
  );
