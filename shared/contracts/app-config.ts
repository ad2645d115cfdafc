import * as z from 'zod/mini';

/** `/config.json`: what the built web app learns about the place it runs in, written at deploy. */
export const appConfig = z.object({
  /** Host of the webhook addresses, with scheme and without a trailing slash. */
  webhookUrl: z.url(),
  /** Script of the support chat; absent where there is none. */
  supportWidgetUrl: z.optional(z.url()),
});

export type AppConfig = z.output<typeof appConfig>;
