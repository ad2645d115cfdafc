import { randomUUID } from 'node:crypto';

import { answerDirective, type SkillDeps, type VoiceCommand } from '#functions/alexa/skill/answer-directive.ts';
import { createTokenToUser } from '#functions/alexa/skill/token-to-user.ts';
import { deviceIdOf } from '#functions/data/items/trigger-item.ts';
import type { LogDetails } from '#functions/platform/log.ts';
import type { ClientSecret } from '#functions/platform/secrets/secrets.ts';
import type { AmazonLogin, ProfileOutcome, TokenInfoOutcome, TokenOutcome } from '#functions/providers/amazon-login.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Outcome } from '#shared/rules/execution/outcomes.ts';

export const ana = 'amzn1.account.ana';
export const goodNight = 'trg-good-night';
export const switchedOff = 'trg-switched-off';
export const door = 'trg-door';
export const confirmation = 'rcp-good-night';

const devices = [
  { deviceId: goodNight, name: 'Boa noite', link: 1, starter: 'simple-event', enabled: true },
  { deviceId: confirmation, name: 'Boa noite ok', link: 1, starter: 'receipt', enabled: true },
  { deviceId: switchedOff, name: 'Desligado', link: 1, starter: 'simple-event', enabled: false },
  { deviceId: door, name: 'Porta', link: 1, starter: 'contact-sensor', enabled: true },
] as const;

const findDevice = (link: number, deviceId: string) =>
  devices.find((device) => device.deviceId === deviceId && device.link === link);

export type Circumstances = {
  tokenInfo?: TokenInfoOutcome;
  profile?: ProfileOutcome;
  exchange?: TokenOutcome;
  linked?: boolean;
  clientsSetUp?: boolean;
  fire?: Outcome | Refusal | Error;
  tableDown?: boolean;
  receiptsDown?: boolean;
  triggersDown?: boolean;
  /** The user of a token is stored after this. */
  storing?: Promise<void>;
  /** Replaces the answers above with calls to this client. */
  login?: Pick<AmazonLogin, 'tokenInfo' | 'profile' | 'exchangeCode'>;
  clients?: { web: ClientSecret; messaging: ClientSecret };
};

const sampled = { changedAt: new Date('2026-11-01T08:00:00.000Z'), contactAt: new Date('2026-11-19T09:00:01.000Z') };
const linkItem = {
  type: 'link',
  amazonUserId: ana,
  workspaceId: 7,
  link: 1,
  createdAt: '2026-11-20T12:00:00Z',
} as const;
const client = { clientId: 'client-of-the-web-app', clientSecret: 'client-secret' };
const messaging = { clientId: 'messaging-client', clientSecret: 'messaging-secret' };

/** `lines` holds everything logged, `exchanged` everything sent to Amazon. */
export function aSkill(circumstances: Circumstances = {}) {
  const { linked = true, clientsSetUp = true, fire = 'sent', tableDown = false } = circumstances;
  const lines: { event: string; details: LogDetails | undefined; cause: unknown }[] = [];
  const fired: VoiceCommand[] = [];
  const exchanged: unknown[] = [];
  const accepted: { workspaceId: number | undefined; sealedRefresh: string; region: string }[] = [];
  const asked: string[] = [];
  let at = Date.parse('2026-11-20T18:04:05.000Z');
  const now = (): Date => new Date(at);
  const log: SkillDeps['log'] = (event, details, cause) => void lines.push({ event, details, cause });

  const played: Pick<AmazonLogin, 'tokenInfo' | 'profile' | 'exchangeCode'> = {
    tokenInfo: (token) => {
      asked.push(token);
      return Promise.resolve(circumstances.tokenInfo ?? { outcome: 'token', aud: client.clientId });
    },
    profile: () =>
      Promise.resolve(
        circumstances.profile ?? { outcome: 'profile', userId: ana, name: 'Ana', email: 'a@example.com' },
      ),
    exchangeCode: (exchange) => {
      exchanged.push(exchange);
      const tokens = { accessToken: 'gateway-access', refreshToken: 'gateway-refresh', expiresInSeconds: 3600 };
      return Promise.resolve(circumstances.exchange ?? { outcome: 'tokens', ...tokens });
    },
  };
  const login = circumstances.login ?? played;
  const clients = circumstances.clients ?? { web: client, messaging };
  const counted: string[] = [];
  const receipts: VoiceCommand[] = [];
  const remembered = new Map<string, { amazonUserId: string; expiresAt: Date }>();
  const deps: SkillDeps = {
    tokenToUser: createTokenToUser({
      known: {
        find: (hash) =>
          tableDown ? Promise.reject(new Error('The table is down.')) : Promise.resolve(remembered.get(hash)),
        keep: async (hash, amazonUserId, expiresAt) => {
          await circumstances.storing;
          remembered.set(hash, { amazonUserId, expiresAt });
        },
      },
      login,
      client: () => Promise.resolve(clientsSetUp ? clients.web : undefined),
      log,
      now,
    }),
    messagingClient: () => Promise.resolve(clientsSetUp ? clients.messaging : undefined),
    login,
    seal: { seal: (plain, owner) => Promise.resolve(`sealed(${plain},${owner})`) },
    links: { find: (user) => Promise.resolve(linked && user === ana ? linkItem : undefined) },
    grants: {
      accept: (grant) => {
        accepted.push(grant);
        return Promise.resolve('accepted');
      },
    },
    connecting: { find: () => Promise.resolve(undefined), end: () => Promise.resolve() },
    enablingRefused: { succeeded: () => Promise.resolve() },
    listDevices: () => Promise.resolve({ devices: devices.map((device) => ({ ...device })), unreadable: [] }),
    findTrigger: (workspaceId, link, deviceId) => {
      if (circumstances.triggersDown === true) return Promise.reject(new Error('The table is down.'));
      const found = findDevice(link, deviceId);
      return Promise.resolve(found && { workspaceId, triggerId: deviceId.slice(4), ...sampled, ...found });
    },
    fire: (spoken) => {
      fired.push(spoken);
      if (!findDevice(spoken.link, deviceIdOf(spoken.triggerId)))
        return Promise.reject(new Refusal('trigger.notFound'));
      return typeof fire === 'string' ? Promise.resolve(fire) : Promise.reject(fire);
    },
    hearReceipt: (spoken) =>
      circumstances.receiptsDown === true
        ? Promise.reject(new Error('The table is down.'))
        : Promise.resolve(void receipts.push(spoken)),
    region: 'NA',
    newId: randomUUID,
    metrics: (_, { directive = '', outcome = '' }) => void counted.push(`${directive} ${outcome}`),
    log,
    now,
  };
  const pass = (ms: number): void => void (at += ms);
  const hear = (event: unknown) => answerDirective(deps, event);
  return { hear, pass, lines, fired, receipts, exchanged, accepted, asked, counted, remembered };
}

const scope = { type: 'BearerToken', token: 'Atza|token-of-ana' };
const header = (namespace: string, name: string, rest: object = {}) => ({
  namespace,
  name,
  messageId: '1bd5d003-31b9-476f-ad03-71d471922820',
  payloadVersion: '3',
  ...rest,
});

export const withSecrets = (directive: object, token: string, code = 'one-time-code'): unknown =>
  JSON.parse(JSON.stringify(directive).replaceAll(scope.token, token).replaceAll('one-time-code', code));

export const discoverDirective = { directive: { header: header('Alexa.Discovery', 'Discover'), payload: { scope } } };

export const acceptGrantDirective = {
  directive: {
    header: header('Alexa.Authorization', 'AcceptGrant'),
    payload: { grant: { type: 'OAuth2.AuthorizationCode', code: 'one-time-code' }, grantee: scope },
  },
};

export const directiveTo = (endpointId: string, namespace: string, name: string, rest: object = {}) => ({
  directive: {
    header: header(namespace, name, { correlationToken: 'correlation-token', ...rest }),
    endpoint: { endpointId, scope, cookie: {} },
    payload: {},
  },
});

export const activateDirective = (endpointId = goodNight) =>
  directiveTo(endpointId, 'Alexa.SceneController', 'Activate');
export const reportStateDirective = (endpointId = goodNight) => directiveTo(endpointId, 'Alexa', 'ReportState');
