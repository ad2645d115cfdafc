import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import type { Endpoint } from '#shared/contracts/endpoint.ts';
import type { BrowserDevice } from '#shared/rules/device.ts';

import type { Log } from '../log.ts';

export type Person = { userId: string; name: string; sessionIdHash: string };

export type OpenPlatform = {
  /** The only allowed `Origin`. */
  appUrl: string;
  /** Undefined without a CDN. */
  originSecret: () => Promise<{ value: string; previous?: string | undefined } | undefined>;
  log: Log;
  now: () => Date;
};

type StoredSession = {
  userId: string;
  name: string;
  createdAt: string;
  renewedAt: string;
  device?: BrowserDevice | undefined;
};
type Renewal = { now: Date; endsAt: Date };

export type SignedInPlatform = OpenPlatform & {
  sessions: {
    find(idHash: string, now: Date): Promise<StoredSession | undefined>;
    renew(idHash: string, renewal: Renewal): Promise<'renewed' | 'gone'>;
    /** Lists a session that an older version created without a device. */
    enlist(
      idHash: string,
      session: Pick<StoredSession, 'userId' | 'createdAt'>,
      found: Renewal & { device: BrowserDevice },
    ): Promise<'listed' | 'gone'>;
  };
  users: {
    owns(userId: string, workspaceId: number): Promise<boolean>;
    currentWorkspaceId(userId: string): Promise<number | undefined>;
  };
};

export type Route = {
  name: string;
  key: string;
  endpoint: Endpoint;
  verb: (call: unknown, caller: unknown) => Promise<unknown>;
};

/** Each check adds its results. */
export type RequestContext = {
  readonly event: APIGatewayProxyEventV2;
  readonly route: Route;
  readonly requestId: string;
  readonly startedAt: number;
  readonly cookies: string[];
  person?: Person;
  workspaceId?: number;
  params: unknown;
  query: unknown;
  body: unknown;
};

export const isUnsafe = ({ method }: Endpoint): boolean => method !== 'GET' && method !== 'HEAD';
