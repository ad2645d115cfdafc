import { lazy, Suspense, useState } from 'react';

import type { Prices } from '#shared/contracts/app-config.ts';
import type { Subscription } from '#shared/contracts/billing.ts';
import { statusBehaviour } from '#shared/rules/billing/billing.ts';
import type { PaidPlan } from '#shared/rules/billing/plans.ts';
import { trialDays } from '#shared/rules/billing/trial.ts';
import { statusOf } from '#web/features/billing/use-subscription.ts';
import { formatMoney } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

import { CycleToggle } from './cycle-toggle.tsx';
import { cycles } from './plan-catalogue.ts';
import { FreeOffer, ProOffer } from './plan-offers.tsx';
import { savedPercent, sumsOf } from './sums.ts';
import { useTrialEnd } from './use-trial-end.ts';

const CheckoutDialog = lazy(async () => {
  const [module] = await Promise.all([import('./checkout-dialog.tsx'), loadPageTexts(['checkout'])]);
  return { default: module.CheckoutDialog };
});

type ChooserProps = {
  prices: Prices;
  subscription: Subscription;
  workspace: { name: string; status: 'ATIVO' | 'INATIVO' };
  /** Each user gets one trial, in the default workspace. */
  offersTrial: boolean;
};

/** Id of the text that explains why the user cannot subscribe. */
export const whyNotSubscribeId = 'why-not-subscribe';

export function Chooser({ prices, subscription, workspace, offersTrial }: ChooserProps) {
  const { t } = useTranslation();
  const [plan, setPlan] = useState<PaidPlan>(cycles[0]);
  const [confirming, setConfirming] = useState(false);
  const [asked, setAsked] = useState(false);
  const inactive = workspace.status === 'INATIVO';
  const closed = inactive || statusBehaviour[statusOf(subscription)].newCheckout === 'no';
  const subscribe = () => {
    setAsked(true);
    setConfirming(true);
  };
  return (
    <section aria-labelledby="plans" className="grid gap-4 lg:gap-5">
      {inactive && (
        <div id={whyNotSubscribeId}>
          <Notice title={t('subscription.inactive.title')} tone="warning">
            {t('subscription.inactive.text')}
          </Notice>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold text-balance" id="plans">
          {offersTrial
            ? t('subscription.chooser.trialHeading', { days: trialDays })
            : t('subscription.chooser.heading')}
        </h2>
        <CycleToggle onChange={setPlan} percent={savedPercent(prices)} value={plan} />
      </div>
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-6">
        <ProOffer
          action={
            <Button
              aria-describedby={closed ? whyNotSubscribeId : undefined}
              aria-disabled={closed || undefined}
              onClick={subscribe}
              wide
            >
              {offersTrial ? t('subscription.chooser.startTrial') : t('subscription.chooser.subscribe')}
            </Button>
          }
          plan={plan}
          prices={prices}
          terms={!closed && <Terms offersTrial={offersTrial} plan={plan} prices={prices} />}
        />
        <FreeOffer prices={prices} />
      </div>
      <Suspense>
        {asked && (
          <CheckoutDialog
            offersTrial={offersTrial}
            onClose={() => setConfirming(false)}
            open={confirming}
            plan={plan}
            prices={prices}
            workspaceId={subscription.workspaceId}
            workspaceName={workspace.name}
          />
        )}
      </Suspense>
    </section>
  );
}

type TermsProps = { prices: Prices; plan: PaidPlan; offersTrial: boolean };

function Terms({ prices, plan, offersTrial }: TermsProps) {
  const { t, i18n } = useTranslation();
  const trialEnd = useTrialEnd();
  const charge = formatMoney(sumsOf(prices, plan).total, prices.currency, asLanguage(i18n.language));
  return (
    <p className="text-xs text-muted text-pretty">
      {offersTrial
        ? `${t('subscription.chooser.trialNote', { days: trialDays, date: trialEnd })} ${t('subscription.chooser.trialNoteCharge', { charge })}`
        : t('subscription.chooser.chargedToday', { charge })}
    </p>
  );
}
