import { useMutation } from '@tanstack/react-query';

import { workspacesContract } from '#shared/contracts/workspaces.ts';
import type { Conditions } from '#shared/rules/conditions/conditions.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { browserZone } from '#web/features/schedule/time-zones.ts';

import { usePlans } from '../schedule/use-plans.ts';

/**
 * The time zone of the fields. Call `storeZoneFor` before storing hours: it sets this device's zone in a workspace
 * without one.
 */
export function useFieldZone(workspaceId: number) {
  const plans = usePlans(workspaceId);
  const told = plans.data?.timeZone;
  const here = browserZone();
  const { mutateAsync } = useMutation(mutationFor(workspacesContract.updateWorkspace, { allow: 'all' }));
  return {
    plans,
    told,
    zone: told ?? here ?? 'UTC',
    storeZoneFor: async ({ hours }: Conditions) => {
      if (!hours || told !== undefined || here === undefined) return;
      await mutateAsync({ params: { id: String(workspaceId) }, body: { timeZone: here } });
    },
  };
}
