import { billingContract } from '#shared/contracts/billing.ts';
import { queryFor } from '#web/api/query-for.ts';

/** The caller words a failure. */
export const subscriptionQuery = (workspaceId: number | undefined) =>
  queryFor(
    billingContract.readSubscription,
    { workspaceId, params: { workspaceId: String(workspaceId) } },
    { allow: 'all' },
  );
