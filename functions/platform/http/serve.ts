// oxlint-disable-next-line import/no-named-as-default -- its types know the default export only
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';

import {
  routeKeyOf,
  type BodyOf,
  type Contract,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '#shared/contracts/endpoint.ts';
import { Refusal } from '#shared/refusals.ts';

import { withTimeout } from '../with-timeout.ts';
import { finished, refusalFor, refused, success } from './answer.ts';
import { fromOurPages, throughTheFront } from './request-origin.ts';
import { readParts } from './request-parts.ts';
import { nobodyWillDo, signedIn } from './session.ts';
import type { OpenPlatform, Person, Route, SignedInPlatform, Visit } from './visit.ts';
import { inWorkspace } from './workspace-scope.ts';

export type { Person } from './visit.ts';

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

/** A missing one does not compile. */
export type Handlers<C extends Contract> = {
  [Name in keyof C]: (call: Call<C[Name]>, caller: Caller<C[Name]>) => Promise<Answer<C[Name]>>;
};

type PlatformFor<C extends Contract> = 'session' extends C[keyof C]['access'] ? SignedInPlatform : OpenPlatform;

type Event = APIGatewayProxyEventV2;
type Result = APIGatewayProxyStructuredResultV2;
export type EntryPoint = (event: Event, context: Context) => Promise<Result>;

/** For the checks; functions have at least ten seconds. */
const checksMs = 6_000;

const busySeconds = 5;

/**
 * Checks in order: route, CDN, origin, session, parts by contract, workspace. Then the handler; every error is answered
 * here.
 */
export function serve<C extends Contract>(contract: C, handlers: Handlers<C>, platform: PlatformFor<C>): EntryPoint {
  const routes = routesOf(contract, handlers);
  const visits = new WeakMap<Event, Visit>();
  const visitOf = (event: Event): Visit => visits.get(event) ?? notFound();
  const step = (check: (visit: Visit) => Promise<void> | void) => (request: { event: Event }) =>
    inTime(platform, visitOf(request.event), check);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- PlatformFor asks for it where a row has sessions
  const { sessions, users } = platform as SignedInPlatform;

  return (
    middy<Event, Result>({ timeoutEarlyInMillis: 0 })
      .before(({ event }) => void visits.set(event, newVisit(routes, event, platform)))
      .before(step((visit) => throughTheFront(platform, visit)))
      .before(step((visit) => fromOurPages(platform, visit)))
      .before(step((visit) => signedIn({ ...platform, sessions }, visit)))
      // A result that is returned here is the answer.
      .before(({ event }) => nobodyAsked(platform, visitOf(event)))
      .before(step(readParts))
      .before(step((visit) => inWorkspace({ users }, visit)))
      .handler(async (event: Event) => {
        const visit = visitOf(event);
        const answer = await visit.route.verb(callOf(visit), callerOf(visit));
        const { cacheSeconds } = visit.route.endpoint;
        const result = finished(success(visit.route, answer), visit.requestId, visit.cookies, cacheSeconds);
        return reported(platform, visit, result);
      })
      .onError((request) => {
        request.response = failed(platform, request.event, visits.get(request.event), request.error);
      })
  );
}

const notFound = (): never => {
  throw new Refusal('request.notFound');
};

function routesOf<C extends Contract>(contract: C, handlers: Handlers<C>): ReadonlyMap<string, Route> {
  const routes = Object.entries<Endpoint>(contract).map(([name, endpoint]): Route => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Handlers has one per row, with the row's own types
    const verb = handlers[name] as Route['verb'];
    return { name, key: routeKeyOf(endpoint), endpoint, verb };
  });
  return new Map(routes.map((route) => [route.key, route]));
}

/** A table that hangs would end the function without an answer. */
async function inTime(
  { now }: OpenPlatform,
  visit: Visit,
  check: (visit: Visit) => Promise<void> | void,
): Promise<void> {
  const checking = check(visit);
  if (checking) await withTimeout(visit.startedAt + checksMs - now().getTime(), checking, tooLate);
}

const tooLate = (): never => {
  throw new Refusal('server.busy', { retryAfterSeconds: busySeconds });
};

function newVisit(routes: ReadonlyMap<string, Route>, event: Event, { now }: OpenPlatform): Visit {
  const route = routes.get(event.routeKey) ?? notFound();
  const { requestId } = event.requestContext;
  return { event, route, requestId, startedAt: now().getTime(), cookies: [], params: {}, query: {}, body: undefined };
}

const callOf = ({ event, params, query, body, requestId, startedAt, cookies }: Visit) => ({
  params,
  query,
  body,
  event,
  requestId,
  startedAt: new Date(startedAt),
  setCookie: (line: string) => void cookies.push(line),
});

const callerOf = ({ person, workspaceId }: Visit): (Person & { workspaceId?: number }) | undefined =>
  person && (workspaceId === undefined ? person : { ...person, workspaceId });

/** The answer without a session, where the endpoint allows that. */
function nobodyAsked(platform: OpenPlatform, visit: Visit): Result | undefined {
  if (visit.person || !nobodyWillDo(visit)) return undefined;
  return reported(platform, visit, finished(success(visit.route, null), visit.requestId, visit.cookies));
}

function reported({ log, now }: OpenPlatform, visit: Visit, result: Result, errorKey?: string): Result {
  log('request.answered', {
    requestId: visit.requestId,
    route: visit.route.key,
    status: result.statusCode,
    ms: now().getTime() - visit.startedAt,
    userId: visit.person?.userId,
    workspaceId: visit.workspaceId,
    errorKey,
  });
  return result;
}

function failed(platform: OpenPlatform, event: Event, visit: Visit | undefined, error: unknown): Result {
  const refusal = refusalFor(error);
  const { requestId } = event.requestContext;
  if (refusal.status >= 500 && !(error instanceof Refusal)) {
    platform.log('request.failed', { requestId, route: event.routeKey }, error);
  }
  const result = finished(refused(refusal), requestId, visit?.cookies ?? []);
  return visit ? reported(platform, visit, result, refusal.code) : result;
}
