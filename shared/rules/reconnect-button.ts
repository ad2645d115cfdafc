import type { Language } from './language.ts';

/** The button on the page of the Amazon account that connects anew, for texts that name it elsewhere. */
export const reconnectButton: Readonly<Record<Language, string>> = {
  pt: 'Reconectar conta',
  en: 'Reconnect account',
  es: 'Reconectar cuenta',
};
