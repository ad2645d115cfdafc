import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

import { refusals } from '#shared/refusals.ts';
import { isFailed, outcomes, type FailedOutcome } from '#shared/rules/execution/outcomes.ts';

import type { Execution } from './execution/run.ts';
import type { Fired } from './fire-and-await.ts';

type Result = APIGatewayProxyStructuredResultV2;

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' };

export const found = (reply: object, status = 200): Result => ({
  statusCode: status,
  headers: { ...jsonHeaders, ...('replayed' in reply && replayed) },
  body: JSON.stringify(reply),
});

export type RunFailure = { failure: FailedOutcome | undefined; errorKey: string | undefined };

const replayed = { 'idempotency-replayed': 'true' };

/** With the status of its outcome, and what is left of the limits. */
export function runResult({ execution, answered, headers }: Fired, body: (failed: RunFailure) => object): Result {
  const { outcome, retryAfterSeconds, rate } = execution;
  // That it ran resolves the doubt of `unknown`.
  const failure = isFailed(outcome) && answered.answer !== 'ran' ? outcome : undefined;
  const errorKey = failure && outcomes[failure].refusal;
  return {
    statusCode: errorKey ? refusals[errorKey][0] : 200,
    headers: {
      ...jsonHeaders,
      ...headers,
      ...(execution.replayed && replayed),
      ...(rate && rateHeaders(rate)),
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    },
    body: JSON.stringify(body({ failure, errorKey })),
  };
}

/** Of draft-ietf-httpapi-ratelimit-headers: runs of this trigger, and of all triggers of the workspace, in each minute of the clock. */
function rateHeaders({ resetSeconds, ...limits }: NonNullable<Execution['rate']>): Record<string, string> {
  const each = Object.entries(limits);
  return {
    'ratelimit-policy': each.map(([name, { limit }]) => `"${name}";q=${limit};w=60`).join(', '),
    ratelimit: each.map(([name, { left }]) => `"${name}";r=${left};t=${resetSeconds}`).join(', '),
  };
}
