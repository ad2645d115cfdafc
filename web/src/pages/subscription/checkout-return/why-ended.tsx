import type { Subscription } from '#shared/contracts/billing.ts';
import { SecondTrialNotice } from '#web/features/second-trial/second-trial-notice.tsx';
import { ExpiredTrialBanner } from '#web/features/trial/expired-trial-banner.tsx';
import { hasExpiredTrialBanner } from '#web/features/trial/trial-state.ts';
import { useMinute } from '#web/ui/time/minute-clock.ts';

import { EndedNotice } from './ended-notice.tsx';

type WhyEndedProps = {
  subscription: Subscription;
  owner: Parameters<typeof hasExpiredTrialBanner>[1];
  /** Id of the text that explains why the user cannot subscribe. */
  id: string | undefined;
};

/** Shows how the last subscription ended. */
export function WhyEnded({ subscription, owner, id }: WhyEndedProps) {
  const now = useMinute();
  if (subscription.secondTrial && subscription.status === 'canceled')
    return <SecondTrialNotice subscription={subscription} />;
  if (hasExpiredTrialBanner(subscription, owner, now)) return <ExpiredTrialBanner subscription={subscription} />;
  return (
    <>
      <SecondTrialNotice subscription={subscription} />
      <div className="empty:hidden" id={id}>
        <EndedNotice subscription={subscription} />
      </div>
    </>
  );
}
