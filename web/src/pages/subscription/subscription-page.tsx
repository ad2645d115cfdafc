import { Building2 } from 'lucide-react';
import { Link } from 'wouter';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { buttonClass } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { LoadFailed } from '#web/ui/states/load-failed.tsx';

import { ReturnNotice } from './checkout-return/return-notice.tsx';
import { useReturn } from './checkout-return/use-return.ts';
import { SubscriptionSkeleton } from './subscription-skeleton.tsx';
import { SubscriptionView } from './subscription-view.tsx';
import { type ShownWorkspace, useShownWorkspace } from './use-shown-workspace.ts';

/** `?id=` names another workspace than the current one. */
export function SubscriptionPage() {
  const { t } = useTranslation();
  const shown = useShownWorkspace();
  const [way, dismiss] = useReturn();
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
        {way === 'canceled' && (
          <ReturnNotice canceled confirmation="none" onAgain={dismiss} onDismiss={dismiss} status={undefined} />
        )}
        <Shown onDismiss={dismiss} shown={shown} success={way === 'success'} />
      </div>
    </>
  );
}

type ShownProps = { shown: ShownWorkspace; success: boolean; onDismiss: () => void };

function Shown({ shown, success, onDismiss }: ShownProps) {
  const { t } = useTranslation();
  if (shown.kind === 'known') {
    const { workspace, named } = shown;
    return (
      <SubscriptionView back={named} key={workspace.id} onDismiss={onDismiss} success={success} workspace={workspace} />
    );
  }
  if (shown.kind === 'unavailable') return <LoadFailed retry={shown.retry} title={t('subscription.noWorkspace')} />;
  if (shown.kind === 'invalid') return <Notice title={t('refusals.subscription.invalidWorkspace')} tone="danger" />;
  return shown.kind === 'notFound' ? <NoSuchWorkspace /> : <SubscriptionSkeleton />;
}

/** A foreign id and an unknown one look the same. */
function NoSuchWorkspace() {
  const { t } = useTranslation();
  return (
    <Card flush>
      <EmptyState
        action={
          <Link className={buttonClass('secondary')} href="/subscription">
            {t('subscription.notFound.action')}
          </Link>
        }
        icon={<Building2 size={22} />}
        title={t('subscription.notFound.title')}
      >
        {t('subscription.notFound.text')}
      </EmptyState>
    </Card>
  );
}
