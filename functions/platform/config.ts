import * as z from 'zod/mini';

import { productName } from '#shared/product.ts';

import { json } from './http/json.ts';

const url = (fallback: string) => z._default(z.url(), fallback);
const optionalUrl = z.optional(z.url());
/** The scheme and host that people see; a slash at the end would end up in the middle of addresses. */
const host = z.pipe(
  z.url(),
  z.transform((address) => address.replace(/\/+$/, '')),
);

/** A WhatsApp gateway: its id is part of webhook addresses and of stored lines, `capacity` counts lines. */
const shard = z.object({
  id: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,30}$/)),
  vendor: z._default(z.enum(['waha', 'evolution']), 'waha'),
  url: host,
  capacity: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 25),
  draining: z._default(z.boolean(), false),
  /** `iam`: behind a door of AWS that also wants each call signed by the function's own role. */
  door: z.optional(z.literal('iam')),
});

export type Shard = z.output<typeof shard>;

/**
 * Every setting that a function reads. Real addresses are the defaults; a place that differs says so in its environment.
 * Production code never knows what answers at an address.
 */
const schema = z.object({
  TABLE_NAME: z.string().check(z.minLength(3)),
  /** Any DynamoDB; absent on AWS. */
  DYNAMODB_ENDPOINT: optionalUrl,
  /** How long one call to the table may take. */
  TABLE_TIMEOUT_MS: z._default(z.pipe(z.string().check(z.regex(/^\d{2,5}$/)), z.transform(Number)), 1500),
  AWS_REGION: z._default(z.string(), 'us-east-1'),
  /** Where the table and the secrets are, for a copy of a function far from them; by default where the function runs. */
  DATA_REGION: z.optional(z.string()),

  /** Where people open the app; the only allowed `Origin`. */
  APP_URL: host,
  /** Host of webhook addresses. */
  WEBHOOK_URL: host,
  STAGE: z._default(z.string(), 'prod'),
  /** Where CloudWatch keeps the metrics of this place, apart from those of others in the same account. */
  METRICS_NAMESPACE: z._default(z.string(), productName),

  LWA_AUTHORIZE_URL: url('https://www.amazon.com/ap/oa'),
  LWA_TOKEN_URL: url('https://api.amazon.com/auth/o2/token'),
  LWA_PROFILE_URL: url('https://api.amazon.com/user/profile'),
  LWA_TOKENINFO_URL: url('https://api.amazon.com/auth/o2/tokeninfo'),
  GOOGLE_ISSUER: url('https://accounts.google.com'),

  /** Event gateways; a region that is not set is not probed. On AWS all three are set by the stack. */
  ALEXA_EVENT_GATEWAY_URL: url('https://api.amazonalexa.com/v3/events'),
  ALEXA_EVENT_GATEWAY_URL_EU: optionalUrl,
  ALEXA_EVENT_GATEWAY_URL_FE: optionalUrl,
  /** Region of this copy of the skill, and so of the grants that it receives. */
  ALEXA_REGION: z._default(z.enum(['NA', 'EU', 'FE']), 'NA'),
  ALEXA_STARTER: z._default(z.enum(['simple-event', 'contact-sensor']), 'simple-event'),

  /** Runs of one trigger per minute. */
  RUNS_PER_MINUTE: z._default(z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.transform(Number)), 30),

  /** Sign-ins and links that may begin from one address (of IPv6: one /64) per minute. */
  SIGN_INS_PER_MINUTE: z._default(z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.transform(Number)), 30),

  /** Another Stripe than Stripe's: scheme, host and port, since its client takes no path. */
  STRIPE_API_BASE: optionalUrl,
  /** `live` is real money; keys and events of the other kind are refused. */
  STRIPE_MODE: z._default(z.enum(['test', 'live']), 'test'),
  /** Ids that `npm run billing:setup` prints; one that is missing is looked up by its key at Stripe. */
  STRIPE_PRICE_MONTHLY: z.optional(z.string()),
  STRIPE_PRICE_ANNUAL: z.optional(z.string()),
  STRIPE_PORTAL_CONFIGURATION: z.optional(z.string()),

  /** Sender of our e-mails, verified at Amazon SES; without it none are sent. */
  EMAIL_FROM: z.optional(z.string().check(z.minLength(3))),
  /** Any service that speaks SES; absent on AWS. */
  SES_ENDPOINT: optionalUrl,

  /** WhatsApp gateways, as JSON; none means that the place has no WhatsApp. New lines avoid one that is draining. */
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
  /** `1` where the place has WhatsApp, also for whoever must not know its gateways. */
  HAS_WHATSAPP: z._default(
    z.pipe(
      z.literal('1'),
      z.transform(() => true),
    ),
    false,
  ),
  /** The one gateway of a place that has one. */
  WAHA_URL: optionalUrl,

  /** Where secrets are: names in Secrets Manager, `{SECRETS_PREFIX}{name}`; or, on one machine, their JSON, or its file. */
  SECRETS_PREFIX: z.optional(z.string()),
  SECRETS_JSON: z.optional(z.string()),
  SECRETS_FILE: z.optional(z.string()),
});

type Settings = z.output<typeof schema>;

export type Config = Omit<Settings, 'WHATSAPP_SHARDS'> & { DATA_REGION: string; WHATSAPP_SHARDS: readonly Shard[] };

/** Reads the environment once; a missing or malformed setting stops the function at start, by name. */
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
