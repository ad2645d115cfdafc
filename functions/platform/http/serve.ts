// oxlint-disable-next-line import/no-named-as-default -- its types only have the default export
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';

import {
  routeKeyOf,
  routeKeysOf,
  type BodyOf,
  type Contract,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '#shared/contracts/endpoint.ts';
import { Refusal } from '#shared/refusals.ts';

import { busy, deadlineAt } from '../time/deadline.ts';
import { finishResult, refusalFor, refusalResult, success } from './answer.ts';
import type { OpenPlatform, Person, Route, SignedInPlatform, RequestContext } from './request-context.ts';
import { requireOwnOrigin, requireCdn } from './request-origin.ts';
import { readParts } from './request-parts.ts';
import { acceptsNoSession, signedIn } from './session.ts';
import { inWorkspace } from './workspace-scope.ts';

export type { Person } from './request-context.ts';

export type Caller<E extends Endpoint> = E['access'] extends 'session'
  ? E['scope'] extends 'workspace'
    ? Person & { workspaceId: number }
    : Person
  : undefined;

export type Call<E extends Endpoint> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  event: APIGatewayProxyEventV2;
  requestId: string;
  startedAt: Date;
  setCookie: (line: string) => void;
};

type Answer<E extends Endpoint> = E['reply'] extends 'redirect' | 'raw'
  ? APIGatewayProxyStructuredResultV2
  : ReplyOf<E>;

/** A missing handler does not compile. */
export type Handlers<C extends Contract> = {
  [Name in keyof C]: (call: Call<C[Name]>, caller: Caller<C[Name]>) => Promise<Answer<C[Name]>>;
};

type PlatformFor<C extends Contract> = 'session' extends C[keyof C]['access'] ? SignedInPlatform : OpenPlatform;

type Event = APIGatewayProxyEventV2;
type Result = APIGatewayProxyStructuredResultV2;
export type EntryPoint = (event: Event, context: Context) => Promise<Result>;

/** Time for the checks. Functions have a timeout of at least ten seconds. */
const checksMs = 6_000;

/**
 * Runs the checks in order: route, CDN, origin, session, request parts, workspace. Then runs the handler. Turns every
 * error into a response.
 */
export function serve<C extends Contract>(contract: C, handlers: Handlers<C>, platform: PlatformFor<C>): EntryPoint {
  const routes = routesOf(contract, handlers);
  const contexts = new WeakMap<Event, RequestContext>();
  const contextOf = (event: Event): RequestContext => contexts.get(event) ?? notFound();
  const step = (check: (context: RequestContext) => Promise<void> | void) => (request: { event: Event }) =>
    checkInTime(platform, contextOf(request.event), check);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `PlatformFor` requires it if a row has sessions
  const { sessions, users } = platform as SignedInPlatform;

  return (
    middy<Event, Result>({ timeoutEarlyInMillis: 0 })
      .before(({ event }) => void contexts.set(event, newContext(routes, event, platform)))
      .before(step((context) => requireCdn(platform, context)))
      .before(step((context) => requireOwnOrigin(platform, context)))
      .before(step((context) => signedIn({ ...platform, sessions }, context)))
      // A returned result ends the request here.
      .before(({ event }) => answerWithoutSession(platform, contextOf(event)))
      .before(step(readParts))
      .before(step((context) => inWorkspace({ users }, context)))
      .handler(async (event: Event) => {
        const context = contextOf(event);
        const answer = await context.route.verb(callOf(context), callerOf(context));
        const { cacheSeconds } = context.route.endpoint;
        const result = finishResult(success(context.route, answer), context.requestId, context.cookies, cacheSeconds);
        return logAnswer(platform, context, result);
      })
      .onError((request) => {
        request.response = failureResult(platform, request.event, contexts.get(request.event), request.error);
      })
  );
}

const notFound = (): never => {
  throw new Refusal('request.notFound');
};

function routesOf<C extends Contract>(contract: C, handlers: Handlers<C>): ReadonlyMap<string, Route> {
  const routes = Object.entries<Endpoint>(contract).map(([name, endpoint]): Route => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Handlers` contains a handler per row, with the types of the row
    const verb = handlers[name] as Route['verb'];
    return { name, key: routeKeyOf(endpoint), endpoint, verb };
  });
  return new Map(routes.flatMap((route) => routeKeysOf(route.endpoint).map((key) => [key, route])));
}

/** Without a deadline, a table that hangs would time out the function without a response. */
async function checkInTime(
  { now }: OpenPlatform,
  context: RequestContext,
  check: (context: RequestContext) => Promise<void> | void,
): Promise<void> {
  const checking = check(context);
  if (checking) await deadlineAt(now, context.startedAt + checksMs).within(checking, busy);
}

function newContext(routes: ReadonlyMap<string, Route>, event: Event, { now }: OpenPlatform): RequestContext {
  const route = routes.get(event.routeKey) ?? notFound();
  const { requestId } = event.requestContext;
  return { event, route, requestId, startedAt: now().getTime(), cookies: [], params: {}, query: {}, body: undefined };
}

const callOf = ({ event, params, query, body, requestId, startedAt, cookies }: RequestContext) => ({
  params,
  query,
  body,
  event,
  requestId,
  startedAt: new Date(startedAt),
  setCookie: (line: string) => void cookies.push(line),
});

const callerOf = ({ person, workspaceId }: RequestContext): (Person & { workspaceId?: number }) | undefined =>
  person && (workspaceId === undefined ? person : { ...person, workspaceId });

/** The response for callers without a session, if the endpoint accepts them. */
function answerWithoutSession(platform: OpenPlatform, context: RequestContext): Result | undefined {
  if (context.person || !acceptsNoSession(context)) return undefined;
  return logAnswer(platform, context, finishResult(success(context.route, null), context.requestId, context.cookies));
}

function logAnswer({ log, now }: OpenPlatform, context: RequestContext, result: Result, errorKey?: string): Result {
  log('request.answered', {
    requestId: context.requestId,
    route: context.route.key,
    status: result.statusCode,
    ms: now().getTime() - context.startedAt,
    userId: context.person?.userId,
    workspaceId: context.workspaceId,
    errorKey,
  });
  return result;
}

function failureResult(
  platform: OpenPlatform,
  event: Event,
  context: RequestContext | undefined,
  error: unknown,
): Result {
  const refusal = refusalFor(error);
  const { requestId } = event.requestContext;
  if (refusal.status >= 500 && !(error instanceof Refusal)) {
    platform.log('request.failed', { requestId, route: event.routeKey }, error);
  }
  const result = finishResult(refusalResult(refusal), requestId, context?.cookies ?? []);
  return context ? logAnswer(platform, context, result, refusal.code) : result;
}
