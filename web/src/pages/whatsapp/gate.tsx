import { CreditCard, Link2, MessageCircleOff } from 'lucide-react';
import { Link } from 'wouter';

import type { Subscription } from '#shared/contracts/billing.ts';
import { offersTrial, trialDays } from '#shared/rules/billing/trial.ts';
import { planLink } from '#web/features/billing/plan-origin.ts';
import { ExpiredTrialBanner } from '#web/features/trial/expired-trial-banner.tsx';
import { hasExpiredTrialBanner } from '#web/features/trial/trial-state.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { buttonClass } from '#web/ui/buttons/button.tsx';
import { cardClass } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { useMinute } from '#web/ui/time/minute-clock.ts';

export function NoAccount() {
  const { t } = useTranslation();
  return (
    <section className={cardClass()}>
      <EmptyState
        action={
          <Link className={buttonClass()} href="/amazon-auth">
            {t('whatsapp.noAccount.action')}
          </Link>
        }
        icon={<Link2 size={20} />}
        title={t('whatsapp.noAccount.title')}
      >
        {t('whatsapp.noAccount.text')}
      </EmptyState>
    </section>
  );
}

/** For a stage without gateways. */
export function NotOffered() {
  const { t } = useTranslation();
  return (
    <section className={cardClass()}>
      <EmptyState icon={<MessageCircleOff size={20} />} title={t('whatsapp.notOffered.title')}>
        {t('whatsapp.notOffered.text')}
      </EmptyState>
    </section>
  );
}

type NoPlanProps = { subscription: Subscription; trialUsed: boolean; isDefaultWorkspace: boolean };

export function NoPlan({ subscription, ...owner }: NoPlanProps) {
  const { t } = useTranslation();
  const now = useMinute();
  const trial = offersTrial(owner);
  return (
    <>
      {hasExpiredTrialBanner(subscription, owner, now) && <ExpiredTrialBanner subscription={subscription} />}
      <section className={cardClass()}>
        <EmptyState
          action={
            <Link className={buttonClass()} {...planLink(subscription.workspaceId)}>
              {trial ? t('whatsapp.noPlan.startTrial') : t('whatsapp.noPlan.viewPlans')}
            </Link>
          }
          icon={<CreditCard size={20} />}
          title={t('whatsapp.noPlan.title')}
        >
          {trial ? t('whatsapp.noPlan.trialText', { days: trialDays }) : t('whatsapp.noPlan.text')}
        </EmptyState>
      </section>
    </>
  );
}
