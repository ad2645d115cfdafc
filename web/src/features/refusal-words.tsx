import { lazy, Suspense } from 'react';

import { loadRefusals, refusalText } from '#web/api/error-text.ts';

type RefusalWordsProps = { of: string | undefined; otherwise?: string };

const Words = lazy(async () => {
  await loadRefusals();
  return { default: ({ of, otherwise }: RefusalWordsProps) => refusalText(of) ?? otherwise };
});

/** The text of a refusal that did not come from a call of this page. Loads the texts that it needs. */
export const RefusalWords = (props: RefusalWordsProps) => (
  <Suspense fallback={'\u00A0'}>
    <Words {...props} />
  </Suspense>
);
