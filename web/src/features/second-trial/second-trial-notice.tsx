import { Link } from 'wouter';

import type { Subscription } from '#shared/contracts/billing.ts';
import { isLive } from '#shared/rules/billing/billing.ts';
import { statusOf } from '#web/features/billing/use-subscription.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { buttonClass } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

type SecondTrialNoticeProps = { subscription: Subscription; withLink?: boolean };

export function SecondTrialNotice({ subscription, withLink = false }: SecondTrialNoticeProps) {
  const { t } = useTranslation();
  const { secondTrial: owner } = subscription;
  const isCharged = isLive(statusOf(subscription));
  return (
    owner && (
      <Notice
        actions={
          withLink && (
            <Link className={buttonClass('secondary', 'small')} href="/subscription">
              {t(isCharged ? 'faq.secondTrial.viewSubscription' : 'faq.secondTrial.viewPlans')}
            </Link>
          )
        }
        title={t('faq.secondTrial.title')}
        tone="warning"
      >
        {`${t(`faq.secondTrial.${owner}`)} ${t(isCharged ? 'faq.secondTrial.charged' : 'faq.secondTrial.notCharged')}`}
      </Notice>
    )
  );
}
