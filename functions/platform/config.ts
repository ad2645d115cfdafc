import * as z from 'zod/mini';

import { productName } from '#shared/product.ts';
import { defaultLimits } from '#shared/rules/execution/rate-limit.ts';
import { skillPage } from '#shared/rules/skill-page.ts';

import { json } from './json.ts';

const url = (fallback: string) => z._default(z.url(), fallback);
const optionalUrl = z.optional(z.url());
/** A slash at the end would end up inside addresses. */
const host = z.pipe(
  z.url(),
  z.transform((address) => address.replace(/\/+$/, '')),
);

/** Zero is no limit. */
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
  /** `iam`: behind API Gateway, which wants each call signed. */
  auth: z.optional(z.literal('iam')),
});

export type Shard = z.output<typeof shard>;

/** Defaults are the real addresses. */
const schema = z.object({
  TABLE_NAME: z.string().check(z.minLength(3)),
  /** Absent on AWS. */
  DYNAMODB_ENDPOINT: optionalUrl,
  TABLE_TIMEOUT_MS: z._default(z.pipe(z.string().check(z.regex(/^\d{2,5}$/)), z.transform(Number)), 1500),
  AWS_REGION: z._default(z.string(), 'us-east-1'),
  /** Of table and secrets, for a function in another region. */
  DATA_REGION: z.optional(z.string()),

  /** The only allowed `Origin`. */
  APP_URL: host,
  WEBHOOK_URL: host,
  STAGE: z._default(z.string(), 'prod'),
  /** Keeps stages in one account apart. */
  METRICS_NAMESPACE: z._default(z.string(), productName),

  LWA_AUTHORIZE_URL: url('https://www.amazon.com/ap/oa'),
  LWA_TOKEN_URL: url('https://api.amazon.com/auth/o2/token'),
  LWA_PROFILE_URL: url('https://api.amazon.com/user/profile'),
  LWA_TOKENINFO_URL: url('https://api.amazon.com/auth/o2/tokeninfo'),
  GOOGLE_ISSUER: url('https://accounts.google.com'),

  /** A region that is not set is not tried. */
  ALEXA_EVENT_GATEWAY_URL: url('https://api.amazonalexa.com/v3/events'),
  ALEXA_EVENT_GATEWAY_URL_EU: optionalUrl,
  ALEXA_EVENT_GATEWAY_URL_FE: optionalUrl,
  /** Of this copy of the skill, and so of its grants. */
  ALEXA_REGION: z._default(z.enum(['NA', 'EU', 'FE']), 'NA'),
  ALEXA_STARTER: z._default(z.enum(['simple-event', 'contact-sensor']), 'simple-event'),

  /** Of the skill that the product itself enables for people; without one, or with an empty one, they do it. */
  ALEXA_SKILL_ID: z.optional(
    z.pipe(
      z.string().check(z.regex(/^(amzn1\.ask\.skill\.[0-9a-f-]{36})?$/)),
      z.transform((id) => id || undefined),
    ),
  ),
  ALEXA_SKILL_STAGE: z._default(z.enum(['live', 'development']), 'live'),
  /** Both clients of Login with Amazon name a person alike, so that another one is noticed before the skill is enabled. */
  ALEXA_COMPARES_ACCOUNTS: flag,
  /** Base addresses; a region that is not set is not tried. */
  ALEXA_API_URL: z._default(host, 'https://api.amazonalexa.com'),
  ALEXA_API_URL_EU: z.optional(host),
  ALEXA_API_URL_FE: z.optional(host),

  /** Where people enable the skill; said in words where absent. */
  ALEXA_SKILL_PAGE: z.optional(skillPage),

  /** For one trigger. */
  RUNS_PER_MINUTE: perMinute(defaultLimits.runsPerMinute),
  /** For all triggers of a workspace. */
  WORKSPACE_RUNS_PER_MINUTE: perMinute(defaultLimits.permitsPerMinute),

  /** For one address (IPv6: one /64). */
  SIGN_INS_PER_MINUTE: z._default(z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.transform(Number)), 30),

  /** Scheme, host and port: Stripe's client takes no path. */
  STRIPE_API_BASE: optionalUrl,
  /** Keys and events of the other mode are refused. */
  STRIPE_MODE: z._default(z.enum(['test', 'live']), 'test'),
  /** Printed by `npm run billing:setup`; a missing one is looked up by its key. */
  STRIPE_PRICE_MONTHLY: z.optional(z.string()),
  STRIPE_PRICE_ANNUAL: z.optional(z.string()),
  STRIPE_PORTAL_CONFIGURATION: z.optional(z.string()),

  /** Verified at Amazon SES; without it no e-mails are sent. */
  EMAIL_FROM: z.optional(z.string().check(z.minLength(3))),
  /** Absent on AWS. */
  SES_ENDPOINT: optionalUrl,

  /** As JSON; none means no WhatsApp. New lines avoid a draining one. */
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
  /** Also for functions that must not know the gateways. */
  HAS_WHATSAPP: flag,
  /** The only gateway. */
  WAHA_URL: optionalUrl,

  /** In Secrets Manager as `{SECRETS_PREFIX}{name}`; on one machine as JSON, or in a file. */
  SECRETS_PREFIX: z.optional(z.string()),
  SECRETS_JSON: z.optional(z.string()),
  SECRETS_FILE: z.optional(z.string()),
});

type Settings = z.output<typeof schema>;

export type Config = Omit<Settings, 'WHATSAPP_SHARDS'> & { DATA_REGION: string; WHATSAPP_SHARDS: readonly Shard[] };

/** A missing or malformed setting stops the function at start, by name. */
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
