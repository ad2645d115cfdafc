import type { ParseKeys } from 'i18next';

import type { texts } from './en/texts.ts';
import type { PageTexts } from './page-texts.ts';

declare module 'i18next' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- i18next asks for a merged interface
  interface CustomTypeOptions {
    defaultNS: 'app';
    // A page's file may add to a root of which every page knows a part.
    resources: { app: typeof texts & PageTexts };
  }
}

/** A key of the app's texts, as the English files have them. */
export type TextKey = ParseKeys;
