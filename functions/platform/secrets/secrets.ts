import * as z from 'zod/mini';

import type { SecretName } from '#shared/secret-names.ts';

import { json } from '../json.ts';
import type { Log } from '../log.ts';
import { withTimeout } from '../time/with-timeout.ts';

const filled = z.string().check(z.minLength(1));
const client = z.object({ clientId: filled, clientSecret: filled });
const keyText = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

const keySet = z.object({ current: filled, keys: z.record(z.string(), keyText) });
/** `{ current: 'k1', k1: '...' }`, the format that a stack can generate. */
const flatKeySet = z.pipe(
  z.catchall(z.object({ current: filled }), z.string()),
  z.transform(({ current, ...keys }) => ({ current, keys })),
);

const gatewayKey = z.union([
  z.object({ value: filled, previous: z.optional(filled) }),
  z.pipe(
    filled,
    z.transform((value): { value: string; previous?: string } => ({ value })),
  ),
]);

const schemas = {
  /** For web sign-in and the skill's account linking. */
  amazon: client,
  /** For the tokens of the event gateway. */
  alexa: client,
  google: client,
  /** Keys of 32 bytes as base64url. `current` names the key that seals. */
  encryption: z
    .pipe(z.union([keySet, flatKeySet]), keySet)
    .check(z.refine(({ current, keys }) => Object.hasOwn(keys, current))),
  /** Added to requests by the CDN. `previous` is also accepted during a rotation. */
  origin: z.object({ value: filled, previous: z.optional(filled) }),
  /** During a rotation, `previousWebhookSecret` is accepted as well. */
  stripe: z.object({ apiKey: filled, webhookSecret: filled, previousWebhookSecret: z.optional(filled) }),
  /** API keys by shard. `previous` is also tried during a rotation. */
  whatsapp: z.record(z.string(), gatewayKey),
  /** The webhook to fire and the trigger (`trg-...`) that the test routine starts. */
  canary: z.object({ webhook: z.url(), echo: z.optional(filled) }),
} as const satisfies Record<SecretName, z.ZodMiniType>;

export type ClientSecret = z.output<typeof client>;
export type CanarySecret = z.output<typeof schemas.canary>;
export type StripeSecret = z.output<typeof schemas.stripe>;
export type GatewayKey = z.output<typeof gatewayKey>;
export type EncryptionKeys = z.output<typeof keySet>;

/** Each function returns undefined while its secret is not set up. Throws `SecretUnavailable`. */
export type Secrets = {
  [Name in SecretName]: () => Promise<z.output<(typeof schemas)[Name]> | undefined>;
} & {
  /** Reads the keys again after an unknown key, at most once a minute. */
  renewEncryption: () => Promise<EncryptionKeys | undefined>;
};

export class SecretUnavailable extends Error {
  override name = 'SecretUnavailable';
}

type Deps = {
  read: (name: SecretName) => Promise<string | undefined>;
  log: Log;
  now: () => Date;
};

const minute = 60_000;
/** A changed secret is used after this time, a new one after a minute. */
const life = 15 * minute;
/** Values older than this are refreshed in the background. */
const fresh = 10 * minute;
const waitMs = 1_000;

export function createSecrets(deps: Deps): Secrets {
  const encryption = cacheSecret(deps, 'encryption', schemas.encryption);
  return {
    amazon: cacheSecret(deps, 'amazon', schemas.amazon).value,
    alexa: cacheSecret(deps, 'alexa', schemas.alexa).value,
    google: cacheSecret(deps, 'google', schemas.google).value,
    origin: cacheSecret(deps, 'origin', schemas.origin).value,
    stripe: cacheSecret(deps, 'stripe', schemas.stripe).value,
    whatsapp: cacheSecret(deps, 'whatsapp', schemas.whatsapp).value,
    canary: cacheSecret(deps, 'canary', schemas.canary).value,
    encryption: encryption.value,
    renewEncryption: encryption.renewed,
  };
}

/** A known value stays in use while reads fail or return malformed content. A failed read is retried after a minute. */
function cacheSecret<Value>({ read, log, now }: Deps, name: SecretName, schema: z.ZodMiniType<Value>) {
  let known: { value: Value | undefined; at: number } | undefined;
  let reading: Promise<Value | undefined> | undefined;
  let failedAt = -Infinity;

  const fetchValue = async (): Promise<Value | undefined> => {
    try {
      const result = parseSecret(schema, await read(name));
      if (!result.success) log('secret.malformed', { secret: name });
      const value = result.success ? result.data : known?.value;
      known = { value, at: now().getTime() };
      return value;
    } catch (cause) {
      failedAt = now().getTime();
      log('secret.unavailable', { secret: name }, cause);
      if (known?.value === undefined) throw new SecretUnavailable(`The secret ${name} could not be read.`, { cause });
      return known.value;
    } finally {
      reading = undefined;
    }
  };
  const isOlderThan = (ms: number): boolean => known === undefined || now().getTime() - known.at >= ms;
  const readOnce = (): Promise<Value | undefined> => (reading ??= fetchValue());
  const mayTry = (): boolean => known?.value === undefined || now().getTime() - failedAt >= minute;

  return {
    value: async (): Promise<Value | undefined> => {
      const value = known?.value;
      if (value === undefined) return isOlderThan(minute) ? readOnce() : undefined;
      if (!isOlderThan(fresh) || !mayTry()) return value;
      const newer = readOnce();
      return isOlderThan(life) ? withTimeout(waitMs, newer, () => value) : value;
    },
    renewed: async () => (isOlderThan(minute) && mayTry() ? readOnce() : known?.value),
  };
}

type Parsed<Value> = { success: true; data: Value | undefined } | { success: false };

function parseSecret<Value>(schema: z.ZodMiniType<Value>, text: string | undefined): Parsed<Value> {
  if (text === undefined) return { success: true, data: undefined };
  const content = json(text);
  // A deployment creates each secret as an empty object.
  return JSON.stringify(content) === '{}' ? { success: true, data: undefined } : schema.safeParse(content);
}
