const locales = { pt: 'pt-BR', en: 'en', es: 'es' } as const;
export type StripeLocale = (typeof locales)[keyof typeof locales] | 'auto';

/** For unknown languages, Stripe uses that of the browser. */
export const localeFor = (wish: string | undefined): StripeLocale =>
  wish === 'pt' || wish === 'en' || wish === 'es' ? locales[wish] : 'auto';

/** Built from the configuration, never from a request. */
export const subscriptionPage = (appUrl: string, workspaceId: number, how?: 'success' | 'canceled'): string =>
  `${appUrl}/subscription?id=${workspaceId}${how === undefined ? '' : `&${how}=true`}`;
