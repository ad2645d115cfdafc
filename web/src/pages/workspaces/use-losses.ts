import { useQuery } from '@tanstack/react-query';

import { billingContract } from '#shared/contracts/billing.ts';
import { triggersContract } from '#shared/contracts/triggers.ts';
import { queryFor } from '#web/api/query-for.ts';
import { useGroups } from '#web/api/use-groups.ts';
import { statusOf } from '#web/features/billing/use-subscription.ts';

/** Refetched on each opening; the dialog also works without the replies. */
const now = { staleTime: 0, meta: { quiet: true } } as const;
const silently = { allow: 'all' } as const;

export function useLosses(workspaceId: number) {
  const params = { workspaceId: String(workspaceId) };
  const { data: subscription, fetchStatus } = useQuery({
    ...queryFor(billingContract.readSubscription, { workspaceId, params }, silently),
    ...now,
  });
  const triggers = useQuery({ ...queryFor(triggersContract.listTriggers, { workspaceId }, silently), ...now });
  const groups = useGroups(workspaceId, { fresh: true });
  return {
    checking: fetchStatus === 'fetching',
    subscription: subscription ? statusOf(subscription) : 'none',
    triggers: triggers.data?.length,
    groups: groups.data?.length,
  } as const;
}
