import { existsSync, readFileSync } from 'node:fs';

import * as z from 'zod/mini';

const wholeNumber = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));
const matching = (pattern: RegExp) => z.string().check(z.regex(pattern));

const hostName = matching(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/);

const domain = z
  .strictObject({
    /** Host of the app, the API and the webhooks. */
    name: hostName,
    /** Route 53 zone that gets the records and, without `certificateArn`, proves the new certificate. */
    zone: z.optional(z.strictObject({ id: matching(/^Z[A-Z0-9]{1,31}$/), name: hostName })),
    /** An issued certificate; CloudFront takes them from us-east-1 alone. */
    certificateArn: z.optional(matching(/^arn:aws:acm:us-east-1:\d{12}:certificate\/[0-9a-f-]{36}$/)),
  })
  .check(
    z.refine((value) => value.zone !== undefined || value.certificateArn !== undefined, {
      error: 'a domain needs its zone or the ARN of an issued certificate',
      path: ['zone'],
    }),
  );

/** The API key of each is in the secret `whatsapp`, by `id`. An id stays: webhooks and stored lines carry it. */
const shards = z
  .array(
    z.strictObject({
      id: matching(/^[a-z0-9][a-z0-9-]{0,30}$/),
      vendor: z.optional(z.enum(['waha', 'evolution'])),
      url: z.url({ protocol: /^https$/ }),
      /** Lines that it may hold. */
      capacity: z.optional(wholeNumber(1, 10_000)),
      /** Keeps its lines and gets no new ones. */
      draining: z.optional(z.boolean()),
    }),
  )
  .check(
    z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, { error: 'two shards have the same id' }),
  );

const fields = z.strictObject({
  account: z.optional(matching(/^\d{12}$/)),
  domain: z.optional(domain),
  /** Gets every alarm and the budget's warnings, once its owner has confirmed the subscription. */
  alarmEmail: z.optional(z.email()),
  /** Sends e-mails to people, and is verified at Amazon SES, itself or its domain; without it none are sent. */
  emailFrom: z.optional(z.email()),
  monthlyBudgetUsd: z.optional(wholeNumber(1, 100_000)),
  /** Web application firewall in front of the CDN; it has a fixed monthly price. */
  firewall: z.optional(z.strictObject({ requestsPerFiveMinutes: wholeNumber(100, 1_000_000) })),
  /** The skill's stack exists only with it. */
  skillId: z.optional(matching(/^amzn1\.ask\.skill\.[0-9a-f-]{36}$/)),
  /** Adds a copy of the skill's function in eu-west-1, which Alexa calls for people in Europe. */
  skillInEurope: z.optional(z.boolean()),
  /** Version id of the secret `origin` that the CDN sends; without it, the current one when the CDN was last changed. */
  originSecretVersion: z.optional(matching(/^[0-9a-f-]{36}$/)),
  /** What `npm run billing:setup` prints; `live` only where real money is meant. */
  stripe: z.optional(
    z.strictObject({
      live: z.optional(z.boolean()),
      monthlyPriceId: z.optional(matching(/^price_\w+$/)),
      annualPriceId: z.optional(matching(/^price_\w+$/)),
      portalConfigurationId: z.optional(matching(/^bpc_\w+$/)),
    }),
  ),
  /** WhatsApp gateways; without one the product answers every WhatsApp call with 503. */
  whatsapp: z.optional(z.strictObject({ shards: shards.check(z.minLength(1)) })),
  supportWidgetUrl: z.optional(z.url({ protocol: /^https$/ })),
  alexaStarter: z.optional(z.enum(['simple-event', 'contact-sensor'])),
  runsPerMinute: z.optional(wholeNumber(1, 999_999)),
  signInsPerMinute: z.optional(wholeNumber(1, 999_999)),
  /** Days that logs are kept, one of the periods that CloudWatch offers. */
  logDays: z._default(z.literal([7, 14, 30, 60, 90, 180, 365]), 30),
  /** Requests per second on every route whose row in `functions.ts` names no others. */
  throttle: z._default(z.strictObject({ rate: wholeNumber(1, 10_000), burst: wholeNumber(1, 5_000) }), {
    rate: 50,
    burst: 100,
  }),
});

// The app's address without a domain is an output of a stack in another region, which no template can refer to.
const schema = fields.check(
  z.refine(
    ({ skillInEurope, skillId, domain: host }) => !skillInEurope || (skillId !== undefined && host !== undefined),
    {
      error: 'a skill in Europe needs the id of the skill and a domain',
      path: ['skillInEurope'],
    },
  ),
);

/** One place where the product runs: `name` names its stacks, functions, logs and secrets. */
export type StageConfig = { name: string } & z.output<typeof schema>;

/** Checks the settings of a stage; an unknown or malformed one stops the synthesis, by name. */
export function parseStage(name: string, settings: unknown): StageConfig {
  if (!/^[a-z][a-z0-9]{1,11}$/.test(name)) {
    throw new Error(`"${name}" names no stage: 2 to 12 lower-case letters or digits, a letter first`);
  }
  const parsed = schema.safeParse(settings);
  if (parsed.success) return { name, ...parsed.data };
  throw new Error(`The settings of stage "${name}" are wrong: ${parsed.error.issues.map(problem).join('; ')}`);
}

function problem(issue: z.core.$ZodIssue): string {
  const place = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') return `${issue.keys.join(', ')} ${place && `in ${place} `}is no setting`;
  return issue.code === 'custom' ? `${place}: ${issue.message}` : `${place} is missing or malformed`;
}

/** Reads `infra/stages/<name>.json`. */
export function readStage(name: string): StageConfig {
  const file = new URL(`stages/${name}.json`, import.meta.url);
  if (!existsSync(file)) throw new Error(`There is no stage "${name}": infra/stages/${name}.json is missing`);
  return parseStage(name, JSON.parse(readFileSync(file, 'utf8')));
}
