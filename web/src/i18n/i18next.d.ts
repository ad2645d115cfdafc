import 'i18next';
import type legal from './en/legal.json';
import type { texts } from './en/texts.ts';

declare module 'i18next' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- i18next asks for a merged interface
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: { app: typeof texts; legal: typeof legal };
  }
}
