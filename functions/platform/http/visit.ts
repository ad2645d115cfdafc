import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import type { Endpoint } from '#shared/contracts/endpoint.ts';

import type { Log } from '../log.ts';

/** Who is signed in. */
export type Person = { userId: string; name: string; sessionIdHash: string };

/** What every door has. */
export type OpenPlatform = {
  /** Where people open the app; the only allowed `Origin`. */
  appUrl: string;
  /** What the CDN adds to each request; undefined where no CDN stands in front. */
  originSecret: () => Promise<{ value: string; previous?: string | undefined } | undefined>;
  log: Log;
  now: () => Date;
};

type StoredSession = { userId: string; name: string; createdAt: string; renewedAt: string };

/** What a door has on top when signed-in people come to it. */
export type SignedInPlatform = OpenPlatform & {
  sessions: {
    find(idHash: string, now: Date): Promise<StoredSession | undefined>;
    renew(idHash: string, renewal: { now: Date; endsAt: Date }): Promise<'renewed' | 'gone'>;
  };
  users: {
    owns(userId: string, workspaceId: number): Promise<boolean>;
    currentWorkspaceId(userId: string): Promise<number | undefined>;
  };
};

/** A row of a contract with its verb, types forgotten: `serve` is where they are known. */
export type Route = {
  name: string;
  key: string;
  endpoint: Endpoint;
  verb: (call: unknown, caller: unknown) => Promise<unknown>;
};

/** One request on its way through the checks; each adds what it found out. */
export type Visit = {
  readonly event: APIGatewayProxyEventV2;
  readonly route: Route;
  readonly requestId: string;
  readonly startedAt: number;
  /** `Set-Cookie` lines for the answer. */
  readonly cookies: string[];
  person?: Person;
  workspaceId?: number;
  params: unknown;
  query: unknown;
  body: unknown;
};

/** GET and HEAD change nothing. */
export const isUnsafe = ({ method }: Endpoint): boolean => method !== 'GET' && method !== 'HEAD';
