import * as z from 'zod/mini';

import { productName } from '#shared/product.ts';
import { defaultLimits } from '#shared/rules/execution/rate-limit.ts';
import { skillPage } from '#shared/rules/skill-page.ts';

import { json } from './json.ts';

const url = (fallback: string) => z._default(z.url(), fallback);
const optionalUrl = z.optional(z.url());
/** Paths are appended to these URLs, so trailing slashes are removed. */
const host = z.pipe(
  z.url(),
  z.transform((address) => address.replace(/\/+$/, '')),
);

/** Zero disables the limit. */
const perMinute = (fallback: number) =>
  z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,6}$/)),
      z.transform((text) => Number(text) || Infinity),
    ),
    fallback,
  );

const flag = z._default(
  z.pipe(
    z.literal('1'),
    z.transform(() => true),
  ),
  false,
);

/** The id is part of webhook addresses and stored lines; `capacity` counts lines. */
const shard = z.object({
  id: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,30}$/)),
  vendor: z._default(z.enum(['waha', 'evolution']), 'waha'),
  url: host,
  capacity: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 25),
  draining: z._default(z.boolean(), false),
  /** The gateway is behind API Gateway, which requires signed requests. */
  auth: z.optional(z.literal('iam')),
});

export type Shard = z.output<typeof shard>;

/** Default URLs are those of production. */
const schema = z.object({
  TABLE_NAME: z.string().check(z.minLength(3)),
  /** Absent on AWS. */
  DYNAMODB_ENDPOINT: optionalUrl,
  TABLE_TIMEOUT_MS: z._default(z.pipe(z.string().check(z.regex(/^\d{2,5}$/)), z.transform(Number)), 1500),
  AWS_REGION: z._default(z.string(), 'us-east-1'),
  /** Region of the table and the secrets, for a function in another region. */
  DATA_REGION: z.optional(z.string()),

  /** The only allowed `Origin`. */
  APP_URL: host,
  WEBHOOK_URL: host,
  STAGE: z._default(z.string(), 'prod'),
  /** Separates the stages of one account. */
  METRICS_NAMESPACE: z._default(z.string(), productName),

  LWA_AUTHORIZE_URL: url('https://www.amazon.com/ap/oa'),
  LWA_TOKEN_URL: url('https://api.amazon.com/auth/o2/token'),
  LWA_PROFILE_URL: url('https://api.amazon.com/user/profile'),
  LWA_TOKENINFO_URL: url('https://api.amazon.com/auth/o2/tokeninfo'),
  GOOGLE_ISSUER: url('https://accounts.google.com'),

  /** Regions without a URL are not tried. */
  ALEXA_EVENT_GATEWAY_URL: url('https://api.amazonalexa.com/v3/events'),
  ALEXA_EVENT_GATEWAY_URL_EU: optionalUrl,
  ALEXA_EVENT_GATEWAY_URL_FE: optionalUrl,
  /** Region of this copy of the skill and of its grants. */
  ALEXA_REGION: z._default(z.enum(['NA', 'EU', 'FE']), 'NA'),
  ALEXA_STARTER: z._default(z.enum(['simple-event', 'contact-sensor']), 'simple-event'),

  /**
   * Id of the skill that the product enables for users. If it is missing or empty, users enable the skill themselves.
   */
  ALEXA_SKILL_ID: z.optional(
    z.pipe(
      z.string().check(z.regex(/^(amzn1\.ask\.skill\.[0-9a-f-]{36})?$/)),
      z.transform((id) => id || undefined),
    ),
  ),
  ALEXA_SKILL_STAGE: z._default(z.enum(['live', 'development']), 'live'),
  /**
   * Set if both Login with Amazon clients return the same user ids. Then a different account is noticed before the
   * skill is enabled.
   */
  ALEXA_COMPARES_ACCOUNTS: flag,
  /** Base URLs; regions without a URL are not tried. */
  ALEXA_API_URL: z._default(host, 'https://api.amazonalexa.com'),
  ALEXA_API_URL_EU: z.optional(host),
  ALEXA_API_URL_FE: z.optional(host),

  /** Page on which users enable the skill. Without it, texts describe how to find the skill. */
  ALEXA_SKILL_PAGE: z.optional(skillPage),

  /** Tokens are renewed only when a run or a check needs them. */
  RENEW_TOKENS_ON_DEMAND: flag,

  /** Per trigger. */
  RUNS_PER_MINUTE: perMinute(defaultLimits.runsPerMinute),
  /** Per workspace, for all its triggers. */
  WORKSPACE_RUNS_PER_MINUTE: perMinute(defaultLimits.permitsPerMinute),

  /** Per client address (IPv6: per /64). */
  SIGN_INS_PER_MINUTE: z._default(z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.transform(Number)), 30),

  /** Scheme, host and port only: Stripe's client does not accept a path. */
  STRIPE_API_BASE: optionalUrl,
  /** Keys and events of the other mode are rejected. */
  STRIPE_MODE: z._default(z.enum(['test', 'live']), 'test'),
  /** Printed by `npm run billing:setup`. A missing id is looked up by its key. */
  STRIPE_PRICE_MONTHLY: z.optional(z.string()),
  STRIPE_PRICE_ANNUAL: z.optional(z.string()),
  STRIPE_PORTAL_CONFIGURATION: z.optional(z.string()),

  /** An address that is verified at Amazon SES. Without it, no e-mails are sent. */
  EMAIL_FROM: z.optional(z.string().check(z.minLength(3))),
  /** Absent on AWS. */
  SES_ENDPOINT: optionalUrl,

  /** A JSON list; an empty one disables WhatsApp. New lines are not created on draining gateways. */
  WHATSAPP_SHARDS: z.optional(
    z.pipe(
      z.pipe(z.string(), z.transform(json)),
      z
        .array(shard)
        .check(
          z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, { error: 'an id is there twice' }),
        ),
    ),
  ),
  /** Also set for functions that must not know the gateways. */
  HAS_WHATSAPP: flag,
  /** URL of a single gateway, instead of `WHATSAPP_SHARDS`. */
  WAHA_URL: optionalUrl,

  /** Secrets are in Secrets Manager as `{SECRETS_PREFIX}{name}`, or on a single machine as JSON or in a file. */
  SECRETS_PREFIX: z.optional(z.string()),
  /** Absent on AWS. */
  SECRETS_ENDPOINT: optionalUrl,
  SECRETS_JSON: z.optional(z.string()),
  SECRETS_FILE: z.optional(z.string()),
});

type Settings = z.output<typeof schema>;

export type Config = Omit<Settings, 'WHATSAPP_SHARDS'> & { DATA_REGION: string; WHATSAPP_SHARDS: readonly Shard[] };

/** Throws an error that names missing and malformed settings, so that the function fails at start. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const parsed = schema.safeParse(environment);
  if (parsed.success) {
    const { data } = parsed;
    return { ...data, DATA_REGION: data.DATA_REGION ?? data.AWS_REGION, WHATSAPP_SHARDS: shardsOf(data) };
  }
  const names = parsed.error.issues.map((issue) => issue.path.join('.'));
  throw new Error(`These settings are missing or malformed: ${names.join(', ')}`, { cause: parsed.error });
}

function shardsOf({ WHATSAPP_SHARDS: shards, WAHA_URL: only }: Settings): readonly Shard[] {
  if (shards !== undefined) return shards;
  return only === undefined ? [] : [shard.parse({ id: 'main', url: only })];
}
