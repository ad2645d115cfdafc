import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

import type { BodyOf, Contract, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#shared/contracts/endpoint.ts';

/** Who calls, as far as the endpoint asks: a person, and the workspace that the page shows. */
export type Person = { userId: string; name: string; sessionIdHash: string };
export type Caller<E extends Endpoint> = E['access'] extends 'session'
  ? E['scope'] extends 'workspace'
    ? Person & { workspaceId: number }
    : Person
  : undefined;

/** What a verb gets: the parsed parts of the request, and the moment when its answer is no longer wanted. */
export type Call<E extends Endpoint> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  event: APIGatewayProxyEventV2;
  requestId: string;
};

type Answer<E extends Endpoint> = E['reply'] extends 'redirect' | 'raw'
  ? APIGatewayProxyStructuredResultV2
  : ReplyOf<E>;

/** One function per row of the contract; a missing one does not compile. */
export type Handlers<C extends Contract> = {
  [Name in keyof C]: (call: Call<C[Name]>, caller: Caller<C[Name]>) => Promise<Answer<C[Name]>>;
};
