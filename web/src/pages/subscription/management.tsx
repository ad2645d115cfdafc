import { CreditCard } from 'lucide-react';

import type { Subscription } from '#shared/contracts/billing.ts';
import { TrialBanner } from '#web/features/trial/trial-banner.tsx';
import { isEnding } from '#web/features/trial/trial-state.ts';
import { formatDate, formatMoney } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';

import { CancellationBlock } from './cancellation-block.tsx';
import { FeatureList } from './plans/feature-list.tsx';
import { PlanCard } from './plans/plan-card.tsx';
import { PortalButton, usePortal } from './portal-button.tsx';

export function Management({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-4 lg:gap-6">
      <TrialBanner subscription={subscription} />
      <PaymentTrouble subscription={subscription} />
      {isEnding(subscription) && <CancellationBlock subscription={subscription} />}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-6">
        <PlanCard subscription={subscription} />
        <Card title={t('subscription.features.list', { plan: t('subscription.plans.pro') })}>
          <FeatureList plan="pro_annual" />
        </Card>
      </div>
    </div>
  );
}

/** A failed or upcoming payment. For a trial, the banner shows it. */
function PaymentTrouble({ subscription }: { subscription: Subscription }) {
  const { t, i18n } = useTranslation();
  const { portal, failure } = usePortal(subscription.workspaceId, 'paymentMethod');
  const { status, hasPaymentMethodAttached: hasCard, amount_due: due, currency, currentPeriodEnd } = subscription;
  const overdue = status === 'past_due';
  if (!overdue && (status !== 'active' || hasCard || due === 0)) return null;
  const language = asLanguage(i18n.language);
  const facts = { amount: formatMoney(due, currency, language), date: formatDate(currentPeriodEnd, language) };
  return (
    <div className="grid gap-3">
      <Notice
        actions={
          <PortalButton icon={<CreditCard aria-hidden size={16} />} portal={portal}>
            {hasCard ? t('subscription.actions.updatePayment') : t('subscription.actions.addPayment')}
          </PortalButton>
        }
        title={overdue ? t('subscription.pastDue.title') : t('subscription.noCard.title')}
        tone={overdue ? 'danger' : 'warning'}
      >
        {overdue ? t(`subscription.pastDue.${overdueText(due, hasCard)}`, facts) : t('subscription.noCard.text', facts)}
      </Notice>
      {failure}
    </div>
  );
}

/** A subscription that is ending does not show an open amount. */
function overdueText(due: number, hasCard: boolean) {
  if (due === 0) return hasCard ? 'textNoAmount' : 'textNoAmountNoCard';
  return hasCard ? 'textOther' : 'text';
}
