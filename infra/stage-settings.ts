import * as z from 'zod/mini';

import { storeNumber } from '#shared/rules/skill-page.ts';

import { homeRegion } from './constructs/names.ts';
import { functions } from './functions.ts';
import { whatsappSettings } from './gateway-settings.ts';

const wholeNumber = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max));
const matching = (pattern: RegExp) => z.string().check(z.regex(pattern));

const hostName = matching(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/);

const domain = z
  .strictObject({
    name: hostName,
    /** Gets the host's records and, without `certificateArn`, the record that validates the new certificate. */
    zone: z.optional(z.strictObject({ id: matching(/^Z[A-Z0-9]{1,31}$/), name: hostName })),
    /** CloudFront accepts certificates only from us-east-1. */
    certificateArn: z.optional(matching(/^arn:aws:acm:us-east-1:\d{12}:certificate\/[0-9a-f-]{36}$/)),
  })
  .check(
    z.refine((value) => value.zone !== undefined || value.certificateArn !== undefined, {
      error: 'a domain needs its zone or the ARN of an issued certificate',
      path: ['zone'],
    }),
  );

const pipeline = z.strictObject({
  /**
   * Contains both ids (`owner@12/name@34`) if the repository was created, renamed or transferred since 15 July 2026,
   * otherwise none.
   * https://docs.github.com/en/actions/reference/security/oidc#immutable-subject-claims
   */
  repository: matching(/^(?:[\w.-]{1,39}\/[\w.-]{1,100}|[\w.-]{1,39}@\d{1,20}\/[\w.-]{1,100}@\d{1,20})$/),
  branch: z._default(matching(/^[\w./-]{1,100}$/), 'main'),
  /** The GitHub environment that requires approval. The default is the stage's name. */
  environment: z.optional(matching(/^[\w.-]{1,100}$/)),
  /** `true` if the AWS account already has the OIDC provider for GitHub, of which there can be only one. */
  providerExists: z._default(z.boolean(), false),
});

const backupCopies = z.strictObject({
  region: matching(/^[a-z]{2}(?:-[a-z]+)+-\d$/).check(
    z.refine((region) => region !== homeRegion, { error: `everything else is in ${homeRegion} already` }),
  ),
  keepDays: z._default(wholeNumber(1, 365), 14),
});

export const settings = z.strictObject({
  account: z.optional(matching(/^\d{12}$/)),
  domain: z.optional(domain),
  /** The owner of the address must confirm the subscription once. */
  alarmEmail: z.optional(z.email()),
  /** Amazon SES must have verified the address, its domain or a parent domain. Without it, no e-mails are sent. */
  emailFrom: z.optional(z.email()),
  /** Fires a trigger of a test account and waits for its echo by voice. */
  canary: z.optional(z.strictObject({ everyMinutes: wholeNumber(3, 60) })),
  /** X-Ray charges per invocation. */
  tracing: z.optional(z.boolean()),
  /** Each alarm has a fixed monthly price. */
  alarms: z._default(z.boolean(), true),
  monthlyBudgetUsd: z._default(z.union([z.literal(false), wholeNumber(1, 100_000)]), 50),
  /** Has a fixed monthly price. */
  firewall: z._default(
    z.union([z.literal(false), z.strictObject({ requestsPerFiveMinutes: wholeNumber(100, 1_000_000) })]),
    { requestsPerFiveMinutes: 2000 },
  ),
  /** With `gradual`, a checked new version of a function gets a tenth of the requests for five minutes, then all. */
  rollout: z._default(z.enum(['gradual', 'atOnce']), 'gradual'),
  skillId: z.optional(matching(/^amzn1\.ask\.skill\.[0-9a-f-]{36}$/)),
  /** The ASIN of the skill in Amazon's stores, or `development` before it is published. */
  skillPage: z.optional(z.union([z.literal('development'), storeNumber])),
  /** The product enables the skill for users, who otherwise do it in the Alexa app. Needs `skillId`. */
  skillEnablement: z.optional(
    z.strictObject({
      stage: z._default(z.enum(['live', 'development']), 'live'),
      /** Set only after a test has shown that both Login with Amazon clients return the same id for a user. */
      comparesAccounts: z._default(z.boolean(), false),
    }),
  ),
  /** Adds a copy of the function in eu-west-1. */
  skillInEurope: z.optional(z.boolean()),
  /** Version of the secret `origin` that the CDN sends. By default, the current one when the CDN last changed. */
  originSecretVersion: z.optional(matching(/^[0-9a-f-]{36}$/)),
  /** The ids that `npm run billing:setup` prints. `live` charges real money. */
  stripe: z.optional(
    z.strictObject({
      live: z.optional(z.boolean()),
      monthlyPriceId: z.optional(matching(/^price_\w+$/)),
      annualPriceId: z.optional(matching(/^price_\w+$/)),
      portalConfigurationId: z.optional(matching(/^bpc_\w+$/)),
    }),
  ),
  /** Without it, every WhatsApp endpoint returns 503. */
  whatsapp: z.optional(whatsappSettings),
  supportWidgetUrl: z.optional(z.url({ protocol: /^https$/ })),
  /** Shown with the plans and in the terms. Without it and the support chat, the plans do not promise support. */
  supportEmail: z.optional(z.email()),
  /** Shown in the privacy policy. Defaults to `supportEmail`. */
  privacyEmail: z.optional(z.email()),
  /** By default, the tokens of workspaces with recent runs are renewed before they expire. */
  renewTokensOnDemand: z.optional(z.boolean()),
  alexaStarter: z.optional(z.enum(['simple-event', 'contact-sensor'])),
  runsPerMinute: z.optional(wholeNumber(1, 999_999)),
  workspaceRunsPerMinute: z.optional(wholeNumber(1, 999_999)),
  signInsPerMinute: z.optional(wholeNumber(1, 999_999)),
  /** The retention periods that CloudWatch offers. */
  logDays: z._default(z.literal([7, 14, 30, 60, 90, 180, 365]), 30),
  /** Requests per second on routes of functions that have no `throttle`. */
  throttle: z._default(z.strictObject({ rate: wholeNumber(1, 10_000), burst: wholeNumber(1, 5_000) }), {
    rate: 50,
    burst: 100,
  }),
  /** Reserves and limits the concurrency of a function. AWS keeps 100 unreserved, but a new account has only 10. */
  reservedConcurrency: z.optional(z.partialRecord(z.enum(functions.map(({ name }) => name)), wholeNumber(1, 1000))),
  /** Copies the whole table each night, in the home region and in another one. AWS charges for each copy. */
  backupCopies: z.optional(backupCopies),
  pipeline: z.optional(pipeline),
});
