import * as z from 'zod/mini';

import { json } from '#functions/platform/json.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';

import type { Http, HttpReply } from './http.ts';

export type EnablementProblem =
  /** None of the configured regions knows the account. */
  | 'wrongRegion'
  /** Alexa could not exchange the code. */
  | 'codeRefused'
  /** Our mistake. */
  | 'malformed'
  /** Also after the skill was disabled. */
  | 'tokenRefused'
  /** Not allowed for this client, user or country. */
  | 'forbidden'
  /** Our mistake. */
  | 'unknownSkill'
  /** An outage without any effect, or the region is not known. */
  | 'unavailable'
  /** The call may have had its effect. */
  | 'unknown';

export type SkillSeen = 'enabled' | 'notEnabled' | EnablementProblem;
export type Enabling =
  | 'enabled'
  /** Alexa has nothing to do, but may still send a grant. */
  | 'alreadyEnabled'
  /** Alexa accepted the request without confirming that the skill is enabled. */
  | 'accepted'
  /** Alexa accepted the request, but enabling failed. */
  | 'enablingFailed'
  | EnablementProblem;
export type Disabling = 'disabled' | EnablementProblem;

export type PersonsSkill = {
  find(): Promise<SkillSeen>;
  /** Sends the code again only if it cannot have arrived or if Amazon reported an outage. */
  enable(account: { code: string; redirectUri: string }): Promise<Enabling>;
  disable(): Promise<Disabling>;
};

export type AlexaEnablement = {
  /**
   * The skill of the token's user, in the region that Alexa names for them. `reserveMs` is kept for the call that
   * changes something, while other calls are made.
   */
  skillOf(access: { token: string; deadline: Deadline; reserveMs: number }): Promise<PersonsSkill>;
};

/** Base URLs without a trailing slash. */
export type EnablementUrls = Readonly<{ NA: string; EU?: string; FE?: string }>;

type Deps = { http: Http; urls: EnablementUrls; skillId: string; stage: 'live' | 'development' };

const readMs = 2_500;
export const disableMs = 5_000;
/** During this call, Alexa requests tokens (4.5 s) and sends AcceptGrant (8 s). */
export const enableMs = 12_000;

/** https://developer.amazon.com/docs/smapi/skill-enablement.html */
export function createAlexaEnablement({ http, urls, skillId, stage }: Deps): AlexaEnablement {
  const bases = [urls.NA, urls.EU, urls.FE].filter((base) => base !== undefined);
  const path = `/v1/users/~current/skills/${skillId}/enablement`;

  return {
    async skillOf({ token, deadline, reserveMs }) {
      const reading = { method: 'GET', timeoutMs: readMs, deadline: deadline.reserve(reserveMs) } as const;
      const call = (address: string, request: Call): Promise<Answer> => callTwice(http, token, address, request);
      const endpoint = await call(`${urls.NA}/v1/alexaApiEndpoint`, reading);
      const named = placesIn(bases, endpoint.body);
      let places = named ?? bases.map((base) => ({ base, isNamed: true }));
      let isRegionKnown = named !== undefined;

      const inRegion = async (request: Call, isPerhapsElsewhere: ReadonlySet<Answer['outcome']>): Promise<Answer> => {
        if (endpoint.outcome === 'tokenRefused' || endpoint.outcome === 'forbidden') return endpoint;
        let known: Answer | undefined;
        for (const place of places) {
          const mayKnow = place.isNamed || known === undefined || known.outcome === 'wrongRegion';
          if (!mayKnow) break;
          const answer = await call(`${place.base}${path}`, request);
          if (known === undefined || answer.outcome !== 'wrongRegion') known = answer;
          if (!isPerhapsElsewhere.has(answer.outcome)) {
            // The next call starts with the region that understood this one.
            places = [{ ...place, isNamed: true }, ...places.filter(({ base }) => base !== place.base)];
            isRegionKnown ||= answer.outcome === 'done';
            break;
          }
        }
        return known ?? nothingSent;
      };

      return {
        async find() {
          const { outcome, body } = await inRegion(reading, wrongOrUnknown);
          if (outcome === 'unknownSkill') return 'notEnabled';
          if (outcome === 'done') return statusOf(body) === 'ENABLED' ? 'enabled' : 'notEnabled';
          return outcome === 'conflict' || outcome === 'unknown' ? 'unavailable' : outcome;
        },
        async enable({ code, redirectUri }) {
          const body = { stage, accountLinkRequest: { redirectUri, authCode: code, type: 'AUTH_CODE' } };
          const request = { method: 'POST', body, timeoutMs: enableMs, deadline } as const;
          const { outcome, body: said } = await inRegion(request, wrongOrUnknown);
          if (outcome === 'done') return enablingOf(statusOf(said));
          // A region that is not the user's may not know the skill either.
          if (outcome === 'unknownSkill' && !isRegionKnown) return 'unavailable';
          return outcome === 'conflict' ? 'alreadyEnabled' : outcome;
        },
        async disable() {
          const { outcome } = await inRegion({ method: 'DELETE', timeoutMs: disableMs, deadline }, wrongOrUnknown);
          if (outcome === 'done' || outcome === 'unknownSkill') return 'disabled';
          return outcome === 'conflict' ? 'unknown' : outcome;
        },
      };
    },
  };
}

type Call = { method: 'GET' | 'POST' | 'DELETE'; body?: object; timeoutMs: number; deadline: Deadline };
/** Amazon did not respond if `status` is missing. */
type Answer = { outcome: 'done' | 'conflict' | EnablementProblem; status?: number; body?: unknown };

const nothingSent: Answer = { outcome: 'unavailable' };
const wrongOrUnknown: ReadonlySet<Answer['outcome']> = new Set(['wrongRegion', 'unknownSkill']);

async function callTwice(http: Http, token: string, url: string, request: Call): Promise<Answer> {
  const first = await callOnce(http, token, url, request);
  const mayRepeat = first.outcome === 'unavailable' || (first.outcome === 'unknown' && request.method !== 'POST');
  if (!mayRepeat) return first;
  const second = await callOnce(http, token, url, request);
  const mayBeDone = first.outcome === 'unknown' || first.status !== undefined;
  // Amazon may have spent the code before it reported the outage.
  if (mayBeDone && second.outcome === 'codeRefused') return { ...second, outcome: 'unknown' };
  // The token becomes invalid when the skill is disabled.
  const isDisabled = mayBeDone && second.outcome === 'tokenRefused' && request.method === 'DELETE';
  if (isDisabled) return { ...second, outcome: 'done' };
  // The second outcome does not show whether the first call had its effect.
  return first.outcome === 'unknown' && second.outcome === 'unavailable' ? first : second;
}

async function callOnce(
  http: Http,
  token: string,
  url: string,
  { method, body, timeoutMs, deadline }: Call,
): Promise<Answer> {
  const left = Math.min(timeoutMs, deadline.left());
  if (left <= 0) return nothingSent;
  // Amazon responds with 400 to any other spelling of `Bearer`.
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  if (body === undefined) return read(method, await http({ method, url, headers, timeoutMs: left }));
  const asJson = { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return read(method, await http({ method, url, ...asJson, timeoutMs: left }));
}

type Place = { base: string; isNamed: boolean };
const endpoints = z.object({ endpoints: z.array(z.string()) });

/**
 * Orders our own URLs by the regions that Alexa names. Returns undefined if it names none of them, because each may be
 * right.
 */
function placesIn(bases: readonly string[], named: unknown): Place[] | undefined {
  const hosts = endpoints.safeParse(named).data?.endpoints.map(hostOf) ?? [];
  const places = bases.map((base) => ({ base, isNamed: hosts.includes(hostOf(base)) }));
  const first = places.filter(({ isNamed }) => isNamed);
  if (first.length === 0) return undefined;
  return [...first, ...places.filter(({ isNamed }) => !isNamed)];
}

const hostOf = (address: string): string =>
  address
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/+$/, '');

const skill = z.object({ status: z.string() });

function enablingOf(status: string | undefined): Enabling {
  if (status === 'ENABLED') return 'enabled';
  return status === 'ENABLING_FAILED' ? 'enablingFailed' : 'accepted';
}

const statusOf = (body: unknown): string | undefined => skill.safeParse(body).data?.status;

const byStatus: Readonly<Record<number, Answer['outcome']>> = {
  401: 'tokenRefused',
  403: 'forbidden',
  404: 'unknownSkill',
  409: 'conflict',
  429: 'unavailable',
  500: 'unavailable',
  503: 'unavailable',
};

function read(method: Call['method'], reply: HttpReply): Answer {
  if (reply.outcome === 'notSent') return nothingSent;
  if (reply.outcome === 'lost') return { outcome: 'unknown' };
  const { status } = reply;
  const body = json(reply.body);
  if (status >= 200 && status < 300) return { outcome: 'done', status, body };
  // After a gateway timeout, Alexa may have done it. It may also have disabled the skill before any failure.
  const isUnsure = status >= 500 && (method === 'DELETE' || byStatus[status] === undefined);
  const outcome = isUnsure ? 'unknown' : (byStatus[status] ?? refusedAs(body));
  return { outcome, status, body };
}

const refusal = z.object({ code: z.nullish(z.string()), message: z.nullish(z.string()) });

/** Both were seen in production; Amazon's documentation does not mention them. */
function refusedAs(body: unknown): 'wrongRegion' | 'codeRefused' | 'malformed' {
  const { code, message } = refusal.safeParse(body).data ?? {};
  if (code?.toLowerCase() === 'incorrectendpoint') return 'wrongRegion';
  return /account linking credentials/i.test(message ?? '') ? 'codeRefused' : 'malformed';
}
