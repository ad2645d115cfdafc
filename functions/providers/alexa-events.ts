import * as z from 'zod/mini';

import { json } from '#functions/platform/json.ts';

import type { Http, HttpReply } from './http.ts';

/** Read from Amazon's error code, or else from the status. */
export type GatewayReply = {
  outcome:
    /** Does not mean that a routine ran. */
    | 'accepted'
    /** Renew the token once and retry. */
    | 'tokenRefused'
    | 'skillDisabled'
    /** Or the region is wrong. */
    | 'neverEnabled'
    /** Our mistake. */
    | 'noPermission'
    /** The reason is unknown. */
    | 'forbidden'
    | 'reinstall'
    /** Our mistake. */
    | 'invalidMessage'
    | 'tooLarge'
    /** Transient; the event was not accepted. */
    | 'throttled'
    /** Transient; the event was not accepted. */
    | 'unavailable'
    | 'notSent'
    /** The event may have been accepted. */
    | 'unknown';
  code?: string;
  status?: number;
  requestId?: string;
  /** Only with `throttled` and `unavailable`. */
  retryAfterSeconds?: number;
};

export type GatewayUrls = Readonly<Partial<Record<'NA' | 'EU' | 'FE', string>>>;

export type AlexaEvents = {
  regions: readonly ('NA' | 'EU' | 'FE')[];
  send(call: { region: 'NA' | 'EU' | 'FE'; token: string; message: object; timeoutMs: number }): Promise<GatewayReply>;
};

type Deps = { http: Http; urls: GatewayUrls };

/** https://developer.amazon.com/docs/smarthome/send-events.html */
export function createAlexaEvents({ http, urls }: Deps): AlexaEvents {
  return {
    regions: (['NA', 'EU', 'FE'] as const).filter((region) => urls[region] !== undefined),
    async send({ region, token, message, timeoutMs }) {
      // The gateway responds with `neverEnabled` in a wrong region.
      const url = urls[region] ?? urls.NA;
      if (url === undefined) return { outcome: 'notSent' };
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      return read(await http({ method: 'POST', url, headers, body: JSON.stringify(message), timeoutMs }));
    },
  };
}

// The same code was seen with different statuses.
const byCode: Readonly<Record<string, GatewayReply['outcome']>> = {
  INVALID_REQUEST_EXCEPTION: 'invalidMessage',
  INVALID_ACCESS_TOKEN_EXCEPTION: 'tokenRefused',
  SKILL_DISABLED_EXCEPTION: 'skillDisabled',
  SKILL_NEVER_ENABLED_EXCEPTION: 'neverEnabled',
  INSUFFICIENT_PERMISSION_EXCEPTION: 'noPermission',
  SKILL_NOT_FOUND_EXCEPTION: 'reinstall',
  ACCOUNT_NOT_FOUND_EXCEPTION: 'reinstall',
  REQUEST_ENTITY_TOO_LARGE_EXCEPTION: 'tooLarge',
  THROTTLING_EXCEPTION: 'throttled',
  INTERNAL_SERVICE_EXCEPTION: 'unavailable',
  SERVICE_UNAVAILABLE_EXCEPTION: 'unavailable',
};

const byStatus: Readonly<Record<number, GatewayReply['outcome']>> = {
  401: 'tokenRefused',
  403: 'forbidden',
  413: 'tooLarge',
  429: 'throttled',
  // A gateway timeout: the event may have been accepted.
  504: 'unknown',
};

const exception = z.object({ payload: z.object({ code: z.string() }) });

function read(reply: HttpReply): GatewayReply {
  if (reply.outcome === 'notSent') return { outcome: 'notSent' };
  if (reply.outcome === 'lost') return { outcome: 'unknown' };
  const { status } = reply;
  const named = requestIdOf(reply);
  if (status >= 200 && status < 300) return { outcome: 'accepted', status, ...named };
  const code = codeOf(reply.body);
  const outcome =
    (code !== undefined && Object.hasOwn(byCode, code) ? byCode[code] : byStatus[status]) ??
    (status >= 500 ? 'unavailable' : 'invalidMessage');
  return {
    outcome,
    status,
    ...named,
    ...(code !== undefined && { code }),
    ...((outcome === 'throttled' || outcome === 'unavailable') && { retryAfterSeconds: retryAfter(reply) }),
  };
}

/** Undefined for an empty body, an HTML page or a malformed code. */
function codeOf(body: string): string | undefined {
  const code = exception.safeParse(json(body)).data?.payload.code;
  return code !== undefined && /^[A-Z_]{3,64}$/.test(code) ? code : undefined;
}

const usualPauseSeconds = 5;

function retryAfter({ headers }: Extract<HttpReply, { outcome: 'reply' }>): number {
  const text = headers['retry-after'];
  const seconds = typeof text === 'string' && /^\d{1,6}$/.test(text) ? Number(text) : usualPauseSeconds;
  return Math.min(Math.max(seconds, 1), 3600);
}

/** Amazon does not document the header for the gateway. */
const requestIdHeaders = ['x-amzn-requestid', 'x-amz-request-id', 'x-amz-rid'] as const;

function requestIdOf({ headers }: Extract<HttpReply, { outcome: 'reply' }>): { requestId?: string } {
  const found = requestIdHeaders.map((name) => headers[name]).find((value) => typeof value === 'string');
  return typeof found === 'string' && /^[\w-]{8,80}$/.test(found) ? { requestId: found } : {};
}
