import { CreditCard } from 'lucide-react';

import type { Subscription } from '#shared/contracts/billing.ts';
import { errorText } from '#web/api/error-text.ts';
import { usePortalPage } from '#web/features/billing/use-billing-page.ts';
import { formatDate, formatMoney, momentOf } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useMinute } from '#web/ui/time/minute-clock.ts';

import { remaining } from './remaining.ts';
import { hasTrialBanner, isEnding } from './trial-state.ts';

/** Warns when no payment method is attached, unless the trial was canceled and nothing is charged. */
export function TrialBanner({ subscription }: { subscription: Subscription }) {
  const { t, i18n } = useTranslation();
  const now = useMinute();
  const payment = usePortalPage(subscription.workspaceId, 'paymentMethod');
  if (!hasTrialBanner(subscription)) return null;
  const language = asLanguage(i18n.language);
  const when = remaining(momentOf(subscription.currentPeriodEnd) ?? now, now, language);
  const lacksCard = !subscription.hasPaymentMethodAttached && !isEnding(subscription);
  const text = t(`trial.${whatFollows(subscription)}`, {
    date: formatDate(subscription.currentPeriodEnd, language),
    amount: formatMoney(subscription.amount_due, subscription.currency, language),
  });
  return (
    <div className="grid gap-3">
      <Notice
        actions={
          lacksCard && (
            <Button
              busy={payment.busy}
              icon={<CreditCard aria-hidden size={16} />}
              variant="secondary"
              onClick={payment.open}
              size="small"
            >
              {t('trial.addPayment')}
            </Button>
          )
        }
        title={when ? t('trial.ends', { when }) : t('trial.endsNow')}
        tone={lacksCard ? 'warning' : 'info'}
      >
        {text}
      </Notice>
      {payment.error && (
        <Notice live title={t('trial.payFailed')} tone="danger">
          {errorText(t, payment.error)}
        </Notice>
      )}
    </div>
  );
}

function whatFollows(subscription: Subscription) {
  const { hasPaymentMethodAttached: hasCard, amount_due: due } = subscription;
  if (isEnding(subscription)) return 'canceled';
  if (due === 0) return hasCard ? 'free' : 'noCardFree';
  return hasCard ? 'charged' : 'noCard';
}
