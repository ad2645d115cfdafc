import { Link } from 'wouter';

import type { Subscription } from '#shared/contracts/billing.ts';

import { formatDate } from '../../i18n/dates.ts';
import { asLanguage } from '../../i18n/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

type ExpiredTrialBannerProps = {
  subscription: Subscription;
  /** Set where the plans are not on the same page. */
  withLink?: boolean;
};

/** The trial has run out; `hasExpiredTrialBanner` says when this is so. */
export function ExpiredTrialBanner({ subscription, withLink = false }: ExpiredTrialBannerProps) {
  const { t, i18n } = useTranslation();
  const date = formatDate(subscription.currentPeriodEnd, asLanguage(i18n.language));
  return (
    <Notice
      actions={
        withLink && (
          <Link className={buttonClass('secondary', 'small')} href="/subscription">
            {t('trial.viewPlans')}
          </Link>
        )
      }
      title={t('trial.expired')}
      tone="warning"
    >
      {t('trial.expiredOn', { date })}
    </Notice>
  );
}
