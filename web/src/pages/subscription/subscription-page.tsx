import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';

import type { Subscription } from '#shared/contracts/billing.ts';
import { useCurrentWorkspaceId } from '#web/api/use-session.ts';
import { forgetOtherPlanOrigin, takePlanOrigin } from '#web/features/billing/plan-origin.ts';
import { isFeatureActive } from '#web/features/billing/use-subscription.ts';
import { RefusalWords } from '#web/features/refusal-words.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { LoadFailed } from '#web/ui/states/load-failed.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { ReturnNotice } from './checkout-return/lazy-notice.tsx';
import { useReturn } from './checkout-return/use-return.ts';
import { SubscriptionSkeleton } from './subscription-skeleton.tsx';
import { SubscriptionView } from './subscription-view.tsx';
import { type ShownWorkspace, useShownWorkspace } from './use-shown-workspace.ts';

const NoSuchWorkspace = lazy(async () => ({ default: (await import('./no-such-workspace.tsx')).NoSuchWorkspace }));

/** `?id=` shows a workspace other than the current one. */
export function SubscriptionPage() {
  const { t } = useTranslation();
  const shown = useShownWorkspace();
  const [way, forget] = useReturn();
  const [canceled, setCanceled] = useState(way === 'canceled');
  useEffect(() => {
    if (way === 'canceled') forget();
  });
  const [, navigate] = useLocation();
  const [origin] = useState(() => {
    if (way === undefined) forgetOtherPlanOrigin();
    return way === 'success' ? takePlanOrigin() : undefined;
  });
  const currentId = useCurrentWorkspaceId();
  const confirmSubscription = (subscription: Subscription) => {
    // The page that requested the plan shows the current workspace, which may be another one.
    const isHere = [currentId, origin?.workspaceId].every((id) => id === subscription.workspaceId);
    if (origin === undefined || !isHere || !isFeatureActive(subscription)) return forget();
    navigate(origin.path, { replace: true });
    showToast({ title: t(`subscription.return.${subscription.status === 'trialing' ? 'trial' : 'success'}Title`) });
  };
  const name = shown.kind === 'known' ? shown.workspace.name : undefined;
  return (
    <>
      <PageHeader
        note={
          name === undefined ? t('subscription.ofThisWorkspace') : t('subscription.ofWorkspace', { workspace: name })
        }
        title={t('subscription.title')}
      >
        {t('subscription.lead')}
      </PageHeader>
      <div className="grid gap-4 lg:gap-6">
        {canceled && <ReturnNotice canceled onDismiss={() => setCanceled(false)} />}
        <Shown onConfirmed={confirmSubscription} returned={way === 'success'} shown={shown} />
      </div>
    </>
  );
}

type ShownProps = { shown: ShownWorkspace; returned: boolean; onConfirmed: (subscription: Subscription) => void };

function Shown({ shown, ...checkout }: ShownProps) {
  const { t } = useTranslation();
  if (shown.kind === 'known') {
    const { workspace, named } = shown;
    return <SubscriptionView back={named} key={workspace.id} workspace={workspace} {...checkout} />;
  }
  if (shown.kind === 'unavailable') return <LoadFailed retry={shown.retry} title={t('subscription.noWorkspace')} />;
  if (shown.kind === 'invalid')
    return <Notice title={<RefusalWords of="subscription.invalidWorkspace" />} tone="danger" />;
  return (
    <Suspense fallback={<SubscriptionSkeleton />}>
      {shown.kind === 'notFound' ? <NoSuchWorkspace /> : <SubscriptionSkeleton />}
    </Suspense>
  );
}
