import { randomBytes } from 'node:crypto';

import { localCredentials, localRegion, type Credentials } from './table/dynamodb.ts';

export type Settings = Record<string, string>;
type Environment = Readonly<Record<string, string | undefined>>;

export type Addresses = { appUrl: string; sandboxUrl: string | undefined; dynamodbUrl: string };

export type LocalClients = Record<'amazonWeb' | 'amazonSkill' | 'google', { id: string; secret: string }> & {
  stripe: { key: string; webhookSecret: string };
  whatsapp: { key: string };
};

/** Settings from the environment take precedence. */
export function localSettings(at: Addresses, secretsFile: string, given: Environment): Settings {
  const chosen = { ...ownSettings(at, secretsFile), ...sandboxSettings(at.sandboxUrl, given) };
  const settings: Settings = {};
  for (const [name, value] of Object.entries(chosen)) settings[name] = given[name] || value;
  // A real account is used only with an explicitly configured DynamoDB.
  const credentials = credentialsOf(given);
  settings['AWS_ACCESS_KEY_ID'] = credentials.accessKeyId;
  settings['AWS_SECRET_ACCESS_KEY'] = credentials.secretAccessKey;
  if (!given['DYNAMODB_ENDPOINT']) settings['AWS_SESSION_TOKEN'] = '';
  if (given['WAHA_URL'] || given['WHATSAPP_SHARDS']) settings['HAS_WHATSAPP'] ??= '1';
  if (given['SECRETS_JSON']) settings['SECRETS_JSON'] = given['SECRETS_JSON'];
  return settings;
}

export function credentialsOf(given: Environment): Credentials {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = given;
  if (!given['DYNAMODB_ENDPOINT'] || !accessKeyId || !secretAccessKey) return localCredentials;
  return { accessKeyId, secretAccessKey };
}

const ownSettings = ({ appUrl, dynamodbUrl }: Addresses, secretsFile: string): Settings => ({
  AWS_REGION: localRegion,
  TABLE_NAME: 'recado',
  DYNAMODB_ENDPOINT: dynamodbUrl,
  TABLE_TIMEOUT_MS: '10000',
  // All requests of a test run come from one address.
  SIGN_INS_PER_MINUTE: '100000',
  APP_URL: appUrl,
  WEBHOOK_URL: appUrl,
  SECRETS_FILE: secretsFile,
});

function sandboxSettings(url: string | undefined, given: Environment): Settings {
  if (url === undefined) return {};
  const gateway = `${url}/whatsapp`;
  const gateways = {
    ALEXA_EVENT_GATEWAY_URL: `${url}/alexa/v3/events`,
    ALEXA_EVENT_GATEWAY_URL_EU: `${url}/alexa/eu/v3/events`,
    ALEXA_EVENT_GATEWAY_URL_FE: `${url}/alexa/fe/v3/events`,
  };
  return {
    LWA_AUTHORIZE_URL: `${url}/amazon/ap/oa`,
    LWA_TOKEN_URL: `${url}/amazon/auth/o2/token`,
    LWA_PROFILE_URL: `${url}/amazon/user/profile`,
    LWA_TOKENINFO_URL: `${url}/amazon/auth/o2/tokeninfo`,
    AMAZON_SIGN_OUT_URL: `${url}/amazon/sign-out`,
    // The page on which each user of the sandbox enables the skill.
    ALEXA_SKILL_PAGE: `${url}/alexa/home`,
    // If empty, users enable the skill manually.
    ...(given['ALEXA_SKILL_ID'] !== '' && {
      ALEXA_SKILL_ID: 'amzn1.ask.skill.00000000-0000-4000-8000-00000000a1ca',
    }),
    ALEXA_COMPARES_ACCOUNTS: '1',
    ALEXA_API_URL: `${url}/alexa`,
    ALEXA_API_URL_EU: `${url}/alexa/eu`,
    ALEXA_API_URL_FE: `${url}/alexa/fe`,
    GOOGLE_ISSUER: `${url}/google`,
    STRIPE_API_BASE: url,
    WAHA_URL: gateway,
    HAS_WHATSAPP: '1',
    // Tests pair more numbers than a real gateway supports.
    ...(given['WAHA_URL'] === undefined && {
      WHATSAPP_SHARDS: JSON.stringify([{ id: 'main', url: gateway, capacity: 1000 }]),
    }),
    SES_ENDPOINT: `${url}/mailbox`,
    EMAIL_FROM: 'Recado <recado@example.com>',
    // An omitted region must not be probed at the sandbox.
    ...(given['ALEXA_EVENT_GATEWAY_URL'] === undefined && gateways),
  };
}

export function newSecrets(clients: LocalClients): string {
  const client = ({ id, secret }: { id: string; secret: string }) => ({ clientId: id, clientSecret: secret });
  return JSON.stringify({
    encryption: { current: 'k1', keys: { k1: randomBytes(32).toString('base64url') } },
    origin: { value: randomBytes(24).toString('base64url') },
    amazon: client(clients.amazonWeb),
    alexa: client(clients.amazonSkill),
    google: client(clients.google),
    stripe: { apiKey: clients.stripe.key, webhookSecret: clients.stripe.webhookSecret },
    // By gateway id.
    whatsapp: { main: clients.whatsapp.key },
  });
}

/** Returns an empty string if the secrets contain none. */
export function originSecretOf(secrets: string): string {
  const all: unknown = JSON.parse(secrets);
  const origin: unknown = typeof all === 'object' && all !== null ? Reflect.get(all, 'origin') : undefined;
  const value: unknown = typeof origin === 'object' && origin !== null ? Reflect.get(origin, 'value') : undefined;
  return typeof value === 'string' ? value : '';
}
