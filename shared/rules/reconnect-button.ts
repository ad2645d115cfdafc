import type { Language } from './language.ts';

/** The label of the reconnect button on the Amazon account page, for texts elsewhere that mention it. */
export const reconnectButton: Readonly<Record<Language, string>> = {
  pt: 'Reconectar conta',
  en: 'Reconnect account',
  es: 'Reconectar cuenta',
};
