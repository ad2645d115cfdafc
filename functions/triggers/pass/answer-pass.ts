import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

import { passContract } from '#shared/contracts/pass.ts';

import { answeredWith, callerAddress, type AnsweredDeps } from '../answered-with.ts';
import type { RunRequest } from '../execution/run.ts';
import { fireAndAwait, type FireAndAwaitDeps } from '../fire-and-await.ts';
import { idempotencyKey } from '../idempotency-key.ts';
import { jsonResult, runResult } from '../webhook-reply.ts';
import { passCaller, type PassCallerDeps } from './pass-caller.ts';
import { passPage, passPageHeaders } from './pass-page.ts';
import type { ReadPass } from './read-pass.ts';

type Event = APIGatewayProxyEventV2;
type Result = APIGatewayProxyStructuredResultV2;

export type PassDeps = FireAndAwaitDeps &
  AnsweredDeps &
  PassCallerDeps & { readPass: ReadPass; findEarlierRun: FireAndAwaitDeps['execute'] };

/** The page is the same for every guest, so the CDN can cache it. */
export const answerPassPage = (deps: AnsweredDeps, event: Event): Promise<Result> =>
  answeredWith(
    deps,
    event,
    async () => {
      await callerAddress(deps, event);
      return { statusCode: 200, headers: passPageHeaders, body: passPage };
    },
    passContract.passPage.cacheSeconds,
  );

export const answerReadPass = (deps: PassDeps, event: Event): Promise<Result> =>
  answeredWith(deps, event, async () => {
    return jsonResult(await deps.readPass(await requestOf(deps, event)));
  });

/** Returns the result of an earlier run. Cannot fire. */
export const answerReadPassRun = (deps: PassDeps, event: Event): Promise<Result> =>
  answerFireByPass({ ...deps, execute: deps.findEarlierRun }, event);

export const answerFireByPass = (deps: PassDeps, event: Event): Promise<Result> =>
  answeredWith(deps, event, async () => {
    const request = await requestOf(deps, event);
    const fired = await fireAndAwait(deps, event, request, idempotencyKey(event));
    // A guest must not learn what else runs at home.
    const { rate: _, ...execution } = fired.execution;
    const { outcome, next, replayed } = execution;
    return runResult({ ...fired, execution }, ({ errorKey }) => ({
      outcome,
      replayed,
      errorKey,
      nextAt: next?.at,
      ...fired.answered,
    }));
  });

async function requestOf(deps: PassDeps, event: Event): Promise<RunRequest> {
  const startedAt = deps.now();
  const address = await callerAddress(deps, event);
  const caller = await passCaller(deps, event, startedAt);
  const { requestId } = event.requestContext;
  return { channel: 'webhook', startedAt, requestId, ...caller, ...(address !== undefined && { address }) };
}
