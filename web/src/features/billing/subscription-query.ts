import { billingContract } from '#shared/contracts/billing.ts';
import { queryFor } from '#web/api/query-for.ts';

export const subscriptionQuery = (workspaceId: number | undefined) =>
  queryFor(
    billingContract.readSubscription,
    { workspaceId, params: { workspaceId: String(workspaceId) } },
    { allow: 'all' },
  );
