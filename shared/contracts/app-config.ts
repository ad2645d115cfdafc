import * as z from 'zod/mini';

import { skillPage } from '../rules/skill-page.ts';

const price = z.object({
  /** A Stripe price id, or `pro_monthly` or `pro_annual`. */
  id: z.string(),
  /** Per billing period, in minor units. */
  amount: z.int(),
});

const prices = z.object({ currency: z.string(), pro_monthly: price, pro_annual: price });

export type Prices = z.output<typeof prices>;

/** `/config.json`, written at deploy. */
export const appConfig = z.object({
  /** Without a trailing slash. */
  webhookUrl: z.url(),
  supportWidgetUrl: z.optional(z.url()),
  /** Where users write for help. */
  supportEmail: z.optional(z.string()),
  /** Where users write about their data; defaults to `supportEmail`. */
  privacyEmail: z.optional(z.string()),
  /** False on a stage without WhatsApp gateways. */
  hasWhatsapp: z.optional(z.boolean()),
  /** Id of the Chromium extension that signs with a passkey; defaults to the published extension. */
  passkeyExtensionId: z.optional(z.string()),
  /** Where users enable the skill; without it, the app explains the steps in text. */
  skillPage: z.optional(skillPage),
  /** Where a browser is signed out of Amazon; defaults to Amazon's own address. */
  amazonSignOutUrl: z.optional(z.url()),
  /** The skill is also available in the European stores. */
  skillInEurope: z.optional(z.boolean()),
  /** Defaults to `listPrices`. */
  prices: z.optional(prices),
});

export type AppConfig = z.output<typeof appConfig>;
