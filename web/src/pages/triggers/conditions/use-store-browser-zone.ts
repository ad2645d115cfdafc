import { useMutation } from '@tanstack/react-query';

import { workspacesContract } from '#shared/contracts/workspaces.ts';
import type { Conditions } from '#shared/rules/conditions/conditions.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { browserZone } from '#web/features/schedule/time-zones.ts';

import { usePlans } from '../schedule/use-plans.ts';

/**
 * The time zone of the fields. `tellFor` stores this device's zone for a workspace without one before it stores hours.
 */
export function useStoreBrowserZone(workspaceId: number) {
  const plans = usePlans(workspaceId);
  const told = plans.data?.timeZone;
  const here = browserZone();
  const { mutateAsync } = useMutation(mutationFor(workspacesContract.updateWorkspace, { allow: 'all' }));
  return {
    plans,
    told,
    zone: told ?? here ?? 'UTC',
    tellFor: async ({ hours }: Conditions) => {
      if (!hours || told !== undefined || here === undefined) return;
      await mutateAsync({ params: { id: String(workspaceId) }, body: { timeZone: here } });
    },
  };
}
