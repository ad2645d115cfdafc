import { useCurrentWorkspace, useCurrentWorkspaceId, useUser } from '#web/api/use-session.ts';
import { useSubscription } from '#web/features/billing/use-subscription.ts';
import { useMinute } from '#web/ui/time/minute-clock.ts';

import { ExpiredTrialBanner } from './expired-trial-banner.tsx';
import { TrialBanner } from './trial-banner.tsx';
import { hasExpiredTrialBanner } from './trial-state.ts';

/** The trial banners of the current workspace, for all pages except `/subscription`. */
export function TrialBanners() {
  const now = useMinute();
  const user = useUser();
  const workspace = useCurrentWorkspace().data;
  const subscription = useSubscription(useCurrentWorkspaceId(), { quiet: true }).data;
  if (!subscription || !workspace || !user) return null;
  const owner = { trialUsed: user.trialUsed, isDefaultWorkspace: workspace.defaultWorkspace };
  if (hasExpiredTrialBanner(subscription, owner, now))
    return <ExpiredTrialBanner subscription={subscription} withLink />;
  return <TrialBanner subscription={subscription} />;
}
