import * as z from 'zod/mini';

export const statuses = [
  'STOPPED',
  'STARTING',
  'SCAN_QR_CODE',
  'PASSKEY_REQUIRED',
  'PASSKEY_CONFIRMATION_REQUIRED',
  'WORKING',
  'FAILED',
] as const;
export type SessionStatus = (typeof statuses)[number];

const policies = ['constant', 'linear', 'exponential'] as const;

const webhookSchema = z.object({
  url: z.string().check(z.minLength(1)),
  events: z.array(z.string()),
  hmac: z.optional(z.nullable(z.object({ key: z.optional(z.nullable(z.string())) }))),
  retries: z.optional(
    z.nullable(
      z.object({
        policy: z._default(z.enum(policies), 'constant'),
        delaySeconds: z._default(z.number().check(z.minimum(0)), 2),
        attempts: z._default(z.int().check(z.minimum(0)), 15),
      }),
    ),
  ),
  customHeaders: z.optional(z.nullable(z.array(z.object({ name: z.string(), value: z.string() })))),
});
export type Webhook = z.output<typeof webhookSchema>;

/** The entire configuration is stored and returned. These are the parts that the sandbox uses. */
export const configSchema = z.looseObject({
  metadata: z.optional(z.nullable(z.record(z.string(), z.string()))),
  webhooks: z.optional(z.nullable(z.array(webhookSchema))),
  ignore: z.optional(z.nullable(z.looseObject({ groups: z.optional(z.nullable(z.boolean())) }))),
});

/**
 * `gateway`: the gateway is unreachable. `whatsapp`: the gateway cannot reach WhatsApp. `silent`: the line reports that
 * it works, but delivers nothing.
 */
export const troubles = ['gateway', 'whatsapp', 'silent'] as const;
export type SessionTrouble = (typeof troubles)[number];

export const demands = [
  'nothing',
  'passkey',
  'passkeyAndCode',
  // Accepts the response, but nothing follows: https://github.com/devlikeapro/waha/issues/2227
  'passkeyIgnored',
] as const;
export type Demand = (typeof demands)[number];

/** `person` is the owner of the linked phone. Times are in milliseconds since 1970. */
const sessionSchema = z.object({
  name: z.string(),
  config: configSchema,
  status: z.enum(statuses),
  statuses: z.array(z.object({ status: z.string(), timestamp: z.number() })),
  person: z.optional(z.string()),
  device: z.number(),
  /** Until then, the session is starting. */
  startsAt: z.optional(z.number()),
  qr: z.optional(z.object({ text: z.string(), number: z.number(), until: z.number() })),
  pairingCode: z.optional(z.string()),
  /** The phone that scanned the code and waits for a passkey. */
  asking: z.optional(
    z.object({
      person: z.string(),
      demand: z.enum(demands),
      challenge: z.string(),
      code: z.string(),
      until: z.number(),
    }),
  ),
  trouble: z.optional(z.enum(troubles)),
  /** Messages that WhatsApp stores until the session works again. */
  backlog: z.array(z.object({ group: z.string(), message: z.string() })),
  /** The list of groups is empty until a refresh. */
  unsynced: z.optional(z.boolean()),
  why: z.optional(z.string()),
});
export type Session = z.output<typeof sessionSchema>;

/** `name` is the user's display name in WhatsApp. */
const phoneSchema = z.object({
  person: z.string(),
  name: z.string(),
  picture: z.nullable(z.string()),
  demand: z.enum(demands),
  banned: z.boolean(),
  /** A new link shows no groups until they are refreshed. */
  slowSync: z.boolean(),
});
export type Phone = z.output<typeof phoneSchema>;

/** A message without `session` was typed on a phone; otherwise the API of that line sent it. */
const messageSchema = z.object({
  id: z.string(),
  person: z.string(),
  text: z.string(),
  at: z.number(),
  session: z.optional(z.string()),
  media: z.optional(z.boolean()),
  replyTo: z.optional(z.string()),
  reactions: z.array(z.object({ person: z.string(), emoji: z.string() })),
});
export type Message = z.output<typeof messageSchema>;

/** `id` contains the digits before `@g.us`. With `announce`, only administrators can write. */
const groupSchema = z.object({
  id: z.string(),
  name: z.string(),
  members: z.array(z.object({ person: z.string(), admin: z.boolean() })),
  announce: z.boolean(),
  /** A community, which contains groups but no messages. */
  parent: z.boolean(),
  createdAt: z.number(),
  messages: z.array(messageSchema),
});
export type ChatGroup = z.output<typeof groupSchema>;

const keySchema = z.object({ id: z.string(), key: z.string(), isAdmin: z.boolean(), session: z.nullable(z.string()) });
export type ApiKey = z.output<typeof keySchema>;

export const settingsSchema = z.object({
  /** Time in the state STARTING. */
  startMs: z.int().check(z.minimum(0), z.maximum(60_000)),
  /** If false, no QR code appears. */
  qrComes: z.boolean(),
  /** Time between two attempts; null uses each webhook's setting. */
  retryMs: z.nullable(z.int().check(z.minimum(1), z.maximum(3_600_000))),
  /** Waits like the real gateway: 5 to 10 s in wrong states, 3 to 4 s on stop and delete. */
  slow: z.boolean(),
});
export type GatewaySettings = z.output<typeof settingsSchema>;
export const usualSettings: GatewaySettings = { startMs: 5, qrComes: true, retryMs: null, slow: false };

/** Deliveries are not stored, because the real gateway forgets them as well. */
export const stateSchema = z.object({
  sessions: z.array(sessionSchema),
  phones: z.array(phoneSchema),
  groups: z.array(groupSchema),
  keys: z.array(keySchema),
  settings: settingsSchema,
});

/** Address and key are those at the time of creation. */
export type WahaDelivery = {
  /** `X-Webhook-Request-Id`, the same for every attempt. */
  id: string;
  eventId: string;
  event: string;
  session: string;
  webhook: Webhook;
  body: string;
  state: 'waiting' | 'delivered' | 'failed' | 'dropped';
  /** HTTP statuses, or the reasons for missing responses. */
  attempts: (number | string)[];
  retryAt?: number;
};
