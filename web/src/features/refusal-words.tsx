import { lazy, Suspense } from 'react';

import { loadRefusals, refusalText } from '#web/api/error-text.ts';

type RefusalWordsProps = { of: string | undefined; otherwise?: string };

const Words = lazy(async () => {
  await loadRefusals();
  return { default: ({ of, otherwise }: RefusalWordsProps) => refusalText(of) ?? otherwise };
});

/** A refusal that no call of this page brought, with the texts that it needs. */
export const RefusalWords = (props: RefusalWordsProps) => (
  <Suspense fallback={'\u00A0'}>
    <Words {...props} />
  </Suspense>
);
