import type { RefusalCode } from '#shared/refusals.ts';
import { type Channel, channels } from '#shared/rules/channels.ts';
import type { Outcome } from '#shared/rules/execution/outcomes.ts';

import type { Home, TokenScene } from '../home.ts';

/** With `isLate` the sandbox does the work, but its answer comes after the product has given up. */
type Order = {
  of: 'amazon' | 'alexa' | 'whatsapp';
  order: { match: string; matchBody?: string; next: number; isLate?: true };
};

export type ProviderFault = {
  name: string;
  scene: TokenScene;
  channels: readonly Channel[];
  orders: readonly Order[];
  settings?: Readonly<Record<string, string>>;
  /** Allowed outcomes. */
  says: readonly (Outcome | 'INTERNAL_ERROR' | 'INVALID_AUTHORIZATION_CREDENTIAL')[];
  /** The refusal of a click, if it is not the one of the outcome. */
  refusesClick?: RefusalCode;
  /** Events that reach the home. */
  heard: 0 | 1;
  /** Amazon ends the permission. */
  ends?: true;
};

const gateway = (order: object): Order => ({ of: 'alexa', order: { match: '/v3/events', next: 9, ...order } });
const login = (order: object): Order => ({ of: 'amazon', order: { match: '/auth/o2/token', next: 9, ...order } });
const tokenOnly = (order: object): Order => login({ matchBody: 'grant_type', ...order });

/** No server listens at this address. */
const nowhere = 'http://127.0.0.1:9/';
const page = '<html>Sorry</html>';

type Row = Omit<ProviderFault, 'scene' | 'channels'> & Partial<Pick<ProviderFault, 'scene' | 'channels'>>;

/** A stage that enables skills offers another fix for an ended permission than one that does not. */
const chainOn = { ALEXA_SKILL_ID: 'amzn1.ask.skill.00000000-0000-4000-8000-00000000a1ca' };

const ended = ({ refusesClick, ...row }: Omit<Row, 'says' | 'heard' | 'ends'>): Row[] => [
  { ...row, settings: chainOn, says: ['grantRevoked'], heard: 0, ends: true },
  {
    ...row,
    name: `${row.name}, where this stage enables no skills`,
    says: ['reinstallSkill'],
    ...(refusesClick && { refusesClick }),
    heard: 0,
    ends: true,
  },
];

const eventGateway: readonly Row[] = [
  {
    name: '401, once',
    orders: [gateway({ code: 'INVALID_ACCESS_TOKEN_EXCEPTION', next: 1 })],
    says: ['sent'],
    heard: 1,
  },
  { name: '401 without a word, once', orders: [gateway({ status: 401, next: 1 })], says: ['sent'], heard: 1 },
  ...ended({
    name: '401, twice',
    orders: [gateway({ code: 'INVALID_ACCESS_TOKEN_EXCEPTION' })],
  }),
  ...ended({
    name: '401, and the refresh token is refused',
    orders: [gateway({ status: 401 }), tokenOnly({ code: 'invalid_grant' })],
  }),
  {
    name: '401, and no token to be had',
    orders: [gateway({ status: 401 }), tokenOnly({ status: 503 })],
    says: ['unavailable'],
    heard: 0,
  },
  ...ended({
    name: '403 disabled',
    orders: [gateway({ code: 'SKILL_DISABLED_EXCEPTION' })],
    refusesClick: 'amazon.enableSkill',
  }),
  {
    name: '403 never enabled',
    orders: [gateway({ code: 'SKILL_NEVER_ENABLED_EXCEPTION' })],
    says: ['skillNotEnabled'],
    heard: 0,
  },
  {
    name: '403 no permission',
    orders: [gateway({ code: 'INSUFFICIENT_PERMISSION_EXCEPTION' })],
    says: ['rejected'],
    heard: 0,
  },
  { name: '403 without a word', orders: [gateway({ status: 403 })], says: ['rejected'], heard: 0 },
  ...ended({
    name: '403, and the refresh token is refused',
    orders: [gateway({ status: 403 }), tokenOnly({ code: 'invalid_grant' })],
  }),
  { name: '404 skill', orders: [gateway({ code: 'SKILL_NOT_FOUND_EXCEPTION' })], says: ['reinstallSkill'], heard: 0 },
  {
    name: '404 account',
    orders: [gateway({ code: 'ACCOUNT_NOT_FOUND_EXCEPTION' })],
    says: ['reinstallSkill'],
    heard: 0,
  },
  { name: '400', orders: [gateway({ code: 'INVALID_REQUEST_EXCEPTION' })], says: ['rejected'], heard: 0 },
  { name: '413', orders: [gateway({ code: 'REQUEST_ENTITY_TOO_LARGE_EXCEPTION' })], says: ['rejected'], heard: 0 },
  { name: '429', orders: [gateway({ code: 'THROTTLING_EXCEPTION' })], says: ['throttled'], heard: 0 },
  { name: '500', orders: [gateway({ code: 'INTERNAL_SERVICE_EXCEPTION' })], says: ['unavailable'], heard: 0 },
  { name: '500 without a word', orders: [gateway({ status: 500 })], says: ['unavailable'], heard: 0 },
  { name: '502 page', orders: [gateway({ status: 502, body: page })], says: ['unavailable'], heard: 0 },
  { name: '503', orders: [gateway({ code: 'SERVICE_UNAVAILABLE_EXCEPTION' })], says: ['unavailable'], heard: 0 },
  { name: '504', orders: [gateway({ status: 504 })], says: ['unknown'], heard: 0 },
  { name: 'no answer in time', orders: [gateway({ isLate: true, next: 1 })], says: ['unknown'], heard: 1 },
  { name: 'cut before', orders: [gateway({ cut: 'before' })], says: ['unknown'], heard: 0 },
  { name: 'cut after', orders: [gateway({ cut: 'after' })], says: ['unknown'], heard: 1 },
  {
    name: 'nobody there',
    orders: [],
    settings: { ALEXA_EVENT_GATEWAY_URL: nowhere },
    says: ['unavailable'],
    heard: 0,
  },
];

/** Transient failures of any call to Login with Amazon. */
const behaviour: readonly { name: string; order: object }[] = [
  { name: '500', order: { status: 500 } },
  { name: '503', order: { status: 503 } },
  { name: '429', order: { status: 429 } },
  { name: 'page', order: { status: 200, body: page } },
  { name: 'no answer in time', order: { isLate: true } },
  { name: 'cut before', order: { cut: 'before' } },
  { name: 'cut after', order: { cut: 'after' } },
];

/** Our configuration is wrong, so no permission may end. */
const ours: readonly { name: string; order: object }[] = [
  { name: 'invalid client', order: { code: 'invalid_client' } },
  { name: 'invalid request', order: { code: 'invalid_request' } },
  { name: 'unauthorized client', order: { code: 'unauthorized_client' } },
];

const tokenAddress: readonly Row[] = [
  ...[...behaviour, ...ours].flatMap(({ name, order }): Row[] => [
    { name: `${name}, token over`, scene: 'token over', orders: [tokenOnly(order)], says: ['unavailable'], heard: 0 },
    // A token that has not expired stays in use.
    { name: `${name}, token due`, scene: 'token due', orders: [tokenOnly(order)], says: ['sent'], heard: 1 },
  ]),
  ...ended({
    name: 'refused, token over',
    scene: 'token over',
    orders: [tokenOnly({ code: 'invalid_grant' })],
  }),
  ...ended({
    name: 'refused, token due',
    scene: 'token due',
    orders: [tokenOnly({ code: 'invalid_grant' })],
  }),
  { name: 'slow', scene: 'token over', orders: [tokenOnly({ delayMs: 150 })], says: ['sent'], heard: 1 },
  {
    name: 'nobody there, token over',
    scene: 'token over',
    orders: [],
    settings: { LWA_TOKEN_URL: nowhere },
    says: ['unavailable'],
    heard: 0,
  },
];

/** Only a refusal by Amazon itself ends the account link at Alexa. */
const whoSpeaks: readonly Row[] = ['/auth/o2/tokeninfo', '/user/profile'].flatMap((match) => [
  ...[...behaviour, ...ours.slice(0, 1)].map(({ name, order }): Row => ({
    name: `${match} ${name}`,
    channels: ['voice'],
    orders: [login({ ...order, match })],
    says: ['INTERNAL_ERROR'],
    heard: 0,
  })),
  {
    name: `${match} refused`,
    channels: ['voice'],
    orders: [login({ code: 'invalid_token', match })],
    says: ['INVALID_AUTHORIZATION_CREDENTIAL'],
    heard: 0,
  },
]);

/** The run has ended by then, so its outcome does not change. */
const groupAnswer: readonly Row[] = [
  ...[401, 404, 422, 429, 500, 503].map((status) => ({ name: String(status), order: { status } })),
  ...behaviour.slice(4),
].map(({ name, order }): Row => ({
  name,
  channels: ['group'],
  orders: [{ of: 'whatsapp', order: { match: '/api/reaction', next: 9, ...order } }],
  says: ['sent'],
  heard: 1,
}));

const rows = (company: string, all: readonly Row[]): ProviderFault[] =>
  all.map((row) => ({ scene: 'plain', channels: channels, ...row, name: `${company}: ${row.name}` }));

export const providerFaults: readonly ProviderFault[] = [
  ...rows('gateway', eventGateway),
  ...rows('Amazon token', tokenAddress),
  ...rows('Amazon', whoSpeaks),
  ...rows('WhatsApp', groupAnswer),
];

export async function inject({ orders }: ProviderFault, home: Home): Promise<void> {
  for (const { of, order } of orders) {
    const { isLate, next: left, ...matching } = order;
    if (isLate) home.answersLate({ ...matching, left });
    else await home.misbehaves(of, order);
  }
}

export async function recover({ orders }: ProviderFault, home: Home): Promise<void> {
  home.answersLate();
  for (const of of new Set(orders.map((order) => order.of))) await home.misbehaves(of, { next: 0 });
}
