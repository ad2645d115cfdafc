import * as z from 'zod/mini';

import { functions } from './functions.ts';
import { whatsappSettings } from './gateway-settings.ts';

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

/** What GitHub may deploy from: one branch of one repository, through one environment that people approve. */
const pipeline = z.strictObject({
  /** As GitHub's tokens name it: with ids (`owner-12/name-34`) where it was made or renamed since June 2026. */
  repository: matching(/^[\w.@-]{1,60}\/[\w.@-]{1,130}$/),
  branch: z._default(matching(/^[\w./-]{1,100}$/), 'main'),
  /** GitHub's environment that holds the approval; the name of the stage unless said. */
  environment: z.optional(matching(/^[\w.-]{1,100}$/)),
  /** An account has one provider for GitHub; `true` where another stage or another product made it. */
  providerExists: z._default(z.boolean(), false),
});

/** Every setting that a stage may have. */
export const settings = z.strictObject({
  account: z.optional(matching(/^\d{12}$/)),
  domain: z.optional(domain),
  /** Gets every alarm and the budget's warnings, once its owner has confirmed the subscription. */
  alarmEmail: z.optional(z.email()),
  /** Sends e-mails to people, and is verified at Amazon SES, itself or its domain; without it none are sent. */
  emailFrom: z.optional(z.email()),
  /** Fires a trigger of a test house every so often, and calls for help when the house does not hear it. */
  canary: z.optional(z.strictObject({ everyMinutes: wholeNumber(2, 60) })),
  /** X-Ray times each invocation of a function, and nothing in it; it has a price per invocation. */
  tracing: z.optional(z.boolean()),
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
  whatsapp: z.optional(whatsappSettings),
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
  /**
   * Copies of a function that are its own, by its name, and at the same time the most that it may have. None unless
   * said: AWS always keeps 100 for the others, and a new account has no more than 10 in all.
   */
  reservedConcurrency: z.optional(z.partialRecord(z.enum(functions.map(({ name }) => name)), wholeNumber(1, 1000))),
  /** Lets GitHub deploy without keys; its stack exists only with it. */
  pipeline: z.optional(pipeline),
});
