import { lazy, Suspense } from 'react';

import type { Subscription } from '#shared/contracts/billing.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';

const Shown = lazy(async () => {
  const [module] = await Promise.all([import('./second-trial-notice.tsx'), loadPageTexts(['faq'])]);
  return { default: module.SecondTrialNotice };
});

/** Loaded only for the few users whose trial ended early. */
export const SecondTrial = (props: { subscription: Subscription; withLink?: boolean }) =>
  props.subscription.secondTrial && (
    <Suspense>
      <Shown {...props} />
    </Suspense>
  );
