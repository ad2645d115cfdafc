import { Link } from 'wouter';

import type { Subscription } from '#shared/contracts/billing.ts';
import { formatDate } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { buttonClass } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

import { wasTrial } from './trial-state.ts';

type ExpiredTrialBannerProps = {
  subscription: Subscription;
  withLink?: boolean;
};

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
      title={t(wasTrial(subscription) ? 'trial.expired' : 'trial.subscriptionEnded')}
      tone="warning"
    >
      {t(wasTrial(subscription) ? 'trial.expiredOn' : 'trial.subscriptionEndedOn', { date })}
    </Notice>
  );
}
