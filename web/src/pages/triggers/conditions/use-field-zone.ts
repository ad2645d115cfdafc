import { useQueryClient } from '@tanstack/react-query';

import type { Conditions } from '#shared/rules/conditions/conditions.ts';
import { browserZone } from '#web/features/schedule/time-zones.ts';

import { usePlans } from '../schedule/use-plans.ts';
import { storeBrowserZone } from './store-browser-zone.ts';

/**
 * The time zone of the fields. Call `storeZoneFor` before storing hours: it sets this device's zone in a workspace
 * without one.
 */
export function useFieldZone(workspaceId: number) {
  const plans = usePlans(workspaceId);
  const told = plans.data?.timeZone;
  const queries = useQueryClient();
  return {
    plans,
    told,
    zone: told ?? browserZone() ?? 'UTC',
    storeZoneFor: async ({ hours }: Conditions) => {
      if (hours && told === undefined) await storeBrowserZone(queries, workspaceId);
    },
  };
}
