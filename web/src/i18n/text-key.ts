import type { ParseKeys } from 'i18next';

import type { texts } from './en/texts.ts';
import type { PageTexts } from './page-texts.ts';

declare module 'i18next' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- i18next asks for a merged interface
  interface CustomTypeOptions {
    defaultNS: 'app';
    // A page's file may add keys under a root that the app's texts also use.
    resources: { app: typeof texts & PageTexts };
  }
}

export type TextKey = ParseKeys;
