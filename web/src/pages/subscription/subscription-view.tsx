import { lazy, Suspense, useState } from 'react';

import type { Subscription } from '#shared/contracts/billing.ts';
import { isLive } from '#shared/rules/billing/billing.ts';
import { offersTrial } from '#shared/rules/billing/trial.ts';
import { errorText } from '#web/api/error-text.ts';
import { useUser } from '#web/api/use-session.ts';
import { usePrices } from '#web/features/billing/use-prices.ts';
import { statusOf, useSubscription } from '#web/features/billing/use-subscription.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LoadFailed } from '#web/ui/states/load-failed.tsx';

import { ReturnNotice } from './checkout-return/lazy-notice.tsx';
import { useConfirmation } from './checkout-return/use-confirmation.ts';
import { useSettling } from './checkout-return/use-settling.ts';
import { Management } from './management.tsx';
import { Chooser, whyNotSubscribeId } from './plans/chooser.tsx';
import { SubscriptionSkeleton } from './subscription-skeleton.tsx';

const Faq = lazy(async () => {
  const [module] = await Promise.all([import('./faq.tsx'), loadPageTexts(['faq'])]);
  return { default: module.Faq };
});

const WhyEnded = lazy(async () => {
  const [module] = await Promise.all([import('./checkout-return/why-ended.tsx'), loadPageTexts(['faq'])]);
  return { default: module.WhyEnded };
});

type Workspace = { id: number; name: string; defaultWorkspace: boolean; status: 'ATIVO' | 'INATIVO' };
type SubscriptionViewProps = {
  workspace: Workspace;
  /** The user returns from a successful checkout. */
  returned: boolean;
  /** The user returns from the billing portal. */
  back: boolean;
  onConfirmed: (subscription: Subscription) => void;
};

export function SubscriptionView({ workspace, returned, back, onConfirmed }: SubscriptionViewProps) {
  const { t } = useTranslation();
  const [success, setSuccess] = useState(returned);
  const { data, error, isFetching, refetch } = useSubscription(workspace.id);
  const live = data && isLive(statusOf(data));
  useSettling(back && !success, refetch);
  const [confirmation, again] = useConfirmation({
    success,
    live,
    ask: refetch,
    onConfirmed: () => data && onConfirmed(data),
  });

  if (!data) {
    if (!error) return <SubscriptionSkeleton />;
    return (
      <LoadFailed
        busy={isFetching}
        retry={() => void refetch()}
        text={errorText(t, error)}
        title={t('subscription.loadError')}
      />
    );
  }
  return (
    <>
      {success && (
        <ReturnNotice
          confirmation={confirmation}
          onAgain={again}
          onDismiss={() => setSuccess(false)}
          status={data.status}
          workspaceId={workspace.id}
        />
      )}
      {live ? (
        <Management subscription={data} />
      ) : confirmation === 'waiting' ? (
        <SubscriptionSkeleton />
      ) : (
        // Waits for the reason why the last subscription ended, so that nothing moves.
        <Suspense fallback={<SubscriptionSkeleton />}>
          <Plans subscription={data} workspace={workspace} />
        </Suspense>
      )}
    </>
  );
}

function Plans({ subscription, workspace }: { subscription: Subscription; workspace: Workspace }) {
  const { t } = useTranslation();
  const prices = usePrices();
  const user = useUser();
  const facts = { trialUsed: user?.trialUsed ?? true, isDefaultWorkspace: workspace.defaultWorkspace };
  return (
    <>
      {statusOf(subscription) !== 'none' && (
        <WhyEnded
          id={workspace.status === 'ATIVO' ? whyNotSubscribeId : undefined}
          owner={facts}
          subscription={subscription}
        />
      )}
      {prices.data ? (
        <>
          <Chooser
            offersTrial={offersTrial(facts)}
            prices={prices.data}
            subscription={subscription}
            workspace={workspace}
          />
          <Suspense>
            <Faq prices={prices.data} />
          </Suspense>
        </>
      ) : prices.isError ? (
        <LoadFailed
          busy={prices.isFetching}
          retry={() => void prices.refetch()}
          text={errorText(t, prices.error)}
          title={t('subscription.pricesError')}
        />
      ) : (
        <SubscriptionSkeleton />
      )}
    </>
  );
}
