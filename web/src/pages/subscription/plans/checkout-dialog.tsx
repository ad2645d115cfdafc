import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';

import type { Prices } from '#shared/contracts/app-config.ts';
import type { PaidPlan } from '#shared/rules/billing/plans.ts';
import { trialDays } from '#shared/rules/billing/trial.ts';
import { ApiError } from '#web/api/api-error.ts';
import { errorText } from '#web/api/error-text.ts';
import { refresh } from '#web/api/refresh.ts';
import { userKey } from '#web/api/use-session.ts';
import { useCheckout } from '#web/features/billing/use-billing-page.ts';
import { formatMoney } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { PageFailure } from '../portal-button.tsx';
import { savedPercent, sumsOf } from './sums.ts';
import { useTrialEnd } from './use-trial-end.ts';

type CheckoutDialogProps = {
  open: boolean;
  onClose: () => void;
  prices: Prices;
  plan: PaidPlan;
  offersTrial: boolean;
  workspaceId: number;
  workspaceName: string;
};

export function CheckoutDialog(props: CheckoutDialogProps) {
  const { t } = useTranslation();
  const { open, onClose, prices, plan, offersTrial, workspaceId, workspaceName } = props;
  const queries = useQueryClient();
  const checkout = useCheckout(workspaceId, (error) => {
    const key = error instanceof ApiError ? error.errorKey : undefined;
    if (key !== 'subscription.alreadyRunning' && key !== 'subscription.trialUsed') return;
    // The user bought it in another tab, or the page was outdated: refresh it to show the actual subscription.
    showToast({ title: errorText(t, error) });
    onClose();
    if (key === 'subscription.trialUsed') void queries.invalidateQueries({ queryKey: userKey });
    else void refresh(queries, ['/api/subscription']);
  });
  const close = () => {
    onClose();
    checkout.reset();
  };
  return (
    <Dialog
      description={t('checkout.lead', { plan: t(`subscription.plans.${plan}`), workspace: workspaceName })}
      footer={
        <>
          <Button aria-disabled={checkout.busy || undefined} variant="secondary" onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button busy={checkout.busy} onClick={() => checkout.open(prices[plan].id)}>
            {offersTrial ? t('checkout.start') : t('checkout.continue')}
          </Button>
        </>
      }
      locked={checkout.busy}
      onClose={close}
      open={open}
      title={offersTrial ? t('checkout.trialTitle') : t('checkout.title')}
    >
      <Bill offersTrial={offersTrial} plan={plan} prices={prices} />
      <div className="mt-4 grid gap-3">
        <PageFailure error={checkout.error} title={t('checkout.failed')} />
        <p className="text-xs text-subtle text-pretty">{t('checkout.secure')}</p>
      </div>
    </Dialog>
  );
}

type BillProps = { prices: Prices; plan: PaidPlan; offersTrial: boolean };

function Bill({ prices, plan, offersTrial }: BillProps) {
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  const money = (amount: number) => formatMoney(amount, prices.currency, language);
  const trialEnd = useTrialEnd();
  const { subtotal, discount, total } = sumsOf(prices, plan);
  const annual = plan === 'pro_annual';
  const lines = t(annual ? 'checkout.linesAnnual' : 'checkout.linesMonthly', {
    amount: money(prices.pro_monthly.amount),
  });
  const terms = offersTrial
    ? t('checkout.trialTerms', { days: trialDays, date: trialEnd, total: money(total) })
    : t(annual ? 'checkout.yearlyTerms' : 'checkout.monthlyTerms', { total: money(total) });
  return (
    <>
      <dl className="grid gap-2.5 tabular-nums">
        <Line amount={money(subtotal)} hint={lines} term={t('checkout.subtotal')} />
        <Line
          amount={money(discount > 0 ? -discount : 0)}
          good={discount > 0}
          term={discount > 0 ? t('checkout.discountAnnual', { percent: savedPercent(prices) }) : t('checkout.discount')}
        />
        <Line
          amount={money(total)}
          hint={t(annual ? 'checkout.perYear' : 'checkout.perMonth')}
          strong
          term={t('checkout.total')}
        />
        {offersTrial && (
          <>
            <Line amount={money(0)} strong term={t('checkout.today')} />
            <Line amount={money(total)} term={t('checkout.onDate', { date: trialEnd })} />
          </>
        )}
      </dl>
      <p className="mt-4 text-muted text-pretty">{terms}</p>
    </>
  );
}

type LineProps = { term: string; amount: string; hint?: string; strong?: boolean; good?: boolean };

const Line = ({ term, amount, hint, strong = false, good = false }: LineProps) => (
  <div
    className={`flex flex-wrap items-baseline justify-between gap-x-4 ${strong ? 'border-t border-border pt-2.5 font-semibold' : ''}`}
  >
    <dt className="min-w-0">
      {term}
      {hint && <span className="ml-1.5 text-xs font-normal text-subtle">{hint}</span>}
    </dt>
    <dd className={clsx('ml-auto', good && 'text-success')}>{amount}</dd>
  </div>
);
