import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

import { refusals } from '#shared/refusals.ts';
import { isFailed, outcomes, type FailedOutcome } from '#shared/rules/execution/outcomes.ts';

import type { Execution } from './execution/run.ts';
import type { Fired } from './fire-and-await.ts';

type Result = APIGatewayProxyStructuredResultV2;

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' };

export const jsonResult = (reply: object, status = 200): Result => ({
  statusCode: status,
  headers: { ...jsonHeaders, ...('replayed' in reply && replayed) },
  body: JSON.stringify(reply),
});

export type RunFailure = { failure: FailedOutcome | undefined; errorKey: string | undefined };

const replayed = { 'idempotency-replayed': 'true' };

/** Returns the status of the outcome, and the limits in the headers. */
export function runResult({ execution, answered, headers }: Fired, body: (failed: RunFailure) => object): Result {
  const { outcome, retryAfterSeconds, rate } = execution;
  // A receipt resolves the doubt of `unknown`: the routine ran.
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

/**
 * Returns the fields of draft-ietf-httpapi-ratelimit-headers: the runs of this trigger, and of all triggers of the
 * workspace, per clock minute.
 */
function rateHeaders({ resetSeconds, ...limits }: NonNullable<Execution['rate']>): Record<string, string> {
  const each = Object.entries(limits);
  return {
    'ratelimit-policy': each.map(([name, { limit }]) => `"${name}";q=${limit};w=60`).join(', '),
    ratelimit: each.map(([name, { left }]) => `"${name}";r=${left};t=${resetSeconds}`).join(', '),
  };
}
