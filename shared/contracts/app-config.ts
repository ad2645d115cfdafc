import * as z from 'zod/mini';

import { skillPage } from '../rules/skill-page.ts';

const price = z.object({
  /** An id at Stripe, or `pro_monthly` or `pro_annual`. */
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
  /** Of the Chromium extension that signs with a passkey; the published one where absent. */
  passkeyExtensionId: z.optional(z.string()),
  /** Where people enable the skill; said in words where absent. */
  skillPage: z.optional(skillPage),
  /** Where a browser is signed out of Amazon; Amazon's own address where absent. */
  amazonSignOutUrl: z.optional(z.url()),
  /** The stores of European countries have it, too. */
  skillInEurope: z.optional(z.boolean()),
  /** `listPrices` where absent. */
  prices: z.optional(prices),
});

export type AppConfig = z.output<typeof appConfig>;
