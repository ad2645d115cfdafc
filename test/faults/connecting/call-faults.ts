import type { Http, HttpReply, HttpRequest } from '#functions/providers/http.ts';

export type Ordered = (path: string, body: object) => Promise<void>;

type Struck = {
  call: HttpRequest;
  send: Http;
  ordered: Ordered;
  /** Resolves once the product's own timeout has passed. */
  late: () => Promise<boolean>;
};

/** Replaces the call, or returns undefined to let it pass. `attempt` counts from 1. */
export type CallStrike = (label: string, attempt: number) => ((struck: Struck) => Promise<HttpReply>) | undefined;

type Kind =
  // The company is down; neither the user nor our configuration is at fault.
  | 'outage'
  // Amazon itself refused.
  | 'refusal'
  // Our configuration is wrong.
  | 'ours';

export type CallFault = {
  name: string;
  kind: Kind;
  /** Selects calls by their label. */
  affects: (label: string) => boolean;
  /** Strikes only the first attempt. */
  isBrief: boolean;
  /** Faults with the same effect on the product. */
  alike?: string;
  /** How many starts in a row the fault strikes, if one is not enough. */
  starts?: number;
  strike: (struck: Struck) => Promise<HttpReply>;
};

/** Returns `GET tokeninfo`, `POST enablement` or `POST token by refresh`, for example. */
export function callLabel({ method, url, body = '' }: Pick<HttpRequest, 'method' | 'url' | 'body'>): string {
  const { pathname } = new URL(url);
  const region = /^\/alexa\/(?:eu|fe)\//.exec(pathname)?.[0].slice(7, 9);
  const what = pathname.split('/').at(-1) ?? '';
  return [method, what, region, body.includes('grant_type=refresh_token') && 'by refresh'].filter(Boolean).join(' ');
}

const ordering =
  (order: object): CallFault['strike'] =>
  async ({ call, send, ordered }) => {
    const { pathname } = new URL(call.url);
    await ordered(`/${pathname.split('/')[1]}/_misbehave`, { ...order, match: `${call.method} ${pathname}`, next: 1 });
    return send(call);
  };

/** The company does the work, but its answer comes after the product has given up. */
const slow: CallFault['strike'] = async ({ call, send, late }) => {
  await send(call);
  return (await late()) ? { outcome: 'lost' } : new Promise(() => undefined);
};

/** No server listens there, so not a single byte is sent. */
const nobody: CallFault['strike'] = ({ call, send }) => send({ ...call, url: 'http://127.0.0.1:9/' });

const page = '<html><body>Sorry</body></html>';
const any = (): boolean => true;

const outages: readonly { name: string; alike: string; strike: CallFault['strike'] }[] = [
  { name: 'slow beyond the deadline', alike: 'lost', strike: slow },
  { name: 'cut before it was done', alike: 'before', strike: ordering({ cut: 'before' }) },
  { name: 'cut after it was done', alike: 'lost', strike: ordering({ cut: 'after' }) },
  { name: 'nobody there', alike: 'before', strike: nobody },
  { name: '429', alike: 'status', strike: ordering({ status: 429 }) },
  { name: '500', alike: 'status', strike: ordering({ status: 500 }) },
  { name: '503', alike: 'status', strike: ordering({ status: 503 }) },
  { name: '502 with a page', alike: 'page', strike: ordering({ status: 502, body: page }) },
  { name: '200 with a page', alike: 'page', strike: ordering({ status: 200, body: page }) },
  { name: '200 with half an answer', alike: 'page', strike: ordering({ status: 200, body: '{"access_tok' }) },
];

const asks =
  (...parts: readonly string[]) =>
  (label: string): boolean =>
    parts.some((part) => label.includes(part));

/** True when the call goes to Alexa's enablement API. */
export const ofEnablement = asks('enablement', 'alexaApiEndpoint');
const ofToken = asks('POST token');
const ofPerson = asks('tokeninfo', 'profile');

const answers: readonly (Pick<CallFault, 'kind' | 'affects'> & { code: string })[] = [
  { kind: 'refusal', affects: ofEnablement, code: 'unauthorized' },
  { kind: 'refusal', affects: ofEnablement, code: 'forbidden' },
  { kind: 'refusal', affects: asks('GET enablement', 'alexaApiEndpoint', 'DELETE'), code: 'notFound' },
  { kind: 'refusal', affects: ofEnablement, code: 'incorrectEndpoint' },
  { kind: 'refusal', affects: asks('POST enablement'), code: 'invalidCredentials' },
  { kind: 'refusal', affects: asks('POST enablement'), code: 'conflict' },
  { kind: 'ours', affects: asks('POST enablement'), code: 'badRequest' },
  { kind: 'ours', affects: asks('POST enablement'), code: 'notFound' },
  { kind: 'refusal', affects: ofToken, code: 'invalid_grant' },
  { kind: 'ours', affects: ofToken, code: 'invalid_client' },
  { kind: 'ours', affects: ofToken, code: 'invalid_request' },
  { kind: 'refusal', affects: ofPerson, code: 'invalid_token' },
  { kind: 'ours', affects: ofPerson, code: 'invalid_client' },
];

/** The faults of other companies, each with the calls that it can strike. */
export const callFaults: readonly CallFault[] = [
  ...outages.flatMap(({ name, alike, strike }): CallFault[] => [
    { name, kind: 'outage', affects: any, isBrief: false, alike, strike },
    { name: `${name}, once`, kind: 'outage', affects: any, isBrief: true, alike, strike },
  ]),
  ...answers.map(({ kind, affects, code }): CallFault => {
    return { name: code, kind, affects, isBrief: false, strike: ordering({ code }) };
  }),
  {
    name: '503, six times in a row',
    kind: 'outage',
    affects: asks('enablement', 'allow: POST token'),
    isBrief: false,
    starts: 6,
    strike: ordering({ status: 503 }),
  },
];

/** Strikes the call with that label. */
export const striking =
  ({ isBrief, strike }: CallFault, at: string, struck: () => void): CallStrike =>
  (label, attempt) => {
    if (label !== at || (isBrief && attempt > 1)) return undefined;
    struck();
    return strike;
  };
