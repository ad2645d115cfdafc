const locales = { pt: 'pt-BR', en: 'en', es: 'es' } as const;
export type StripeLocale = (typeof locales)[keyof typeof locales] | 'auto';

/** The language of Stripe's pages; for any other word Stripe goes by the browser. */
export const localeFor = (wish: string | undefined): StripeLocale =>
  wish === 'pt' || wish === 'en' || wish === 'es' ? locales[wish] : 'auto';

/** Where Stripe's pages lead back to; from configuration, never from a request. */
export const subscriptionPage = (appUrl: string, workspaceId: number, how?: 'success' | 'canceled'): string =>
  `${appUrl}/subscription?id=${workspaceId}${how === undefined ? '' : `&${how}=true`}`;
