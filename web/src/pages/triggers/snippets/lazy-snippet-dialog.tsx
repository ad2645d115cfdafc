import { lazy } from 'react';

import { loadPageTexts } from '#web/i18n/load-texts.ts';

export const LazySnippetDialog = lazy(async () => {
  const [{ SnippetDialog: Dialog }] = await Promise.all([import('./snippet-dialog.tsx'), loadPageTexts(['snippets'])]);
  return { default: Dialog };
});
