import { useQueryClient } from '@tanstack/react-query';

import type { Conditions } from '#shared/rules/conditions/conditions.ts';
import { errorText } from '#web/api/error-text.ts';
import { browserZone } from '#web/features/schedule/time-zones.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

import { usePlans } from '../schedule/use-plans.ts';
import { ensureZone } from './ensure-zone.ts';

/** The workspace's time zone is no longer the one in which the user entered the hours. */
class ZoneChanged extends Error {}

/**
 * The time zone of the fields: the workspace's, or else this device's. Call `confirmZone` before storing conditions; it
 * throws if they contain hours and another device has changed the zone. The fields then show the new one.
 */
export function useFieldZone(workspaceId: number) {
  const { t } = useTranslation();
  const plans = usePlans(workspaceId);
  const storedZone = plans.data?.timeZone;
  const queries = useQueryClient();
  const zone = storedZone ?? browserZone() ?? 'UTC';
  return {
    plans,
    storedZone,
    zone,
    confirmZone: async ({ hours }: Conditions) => {
      if (hours && ((await ensureZone(queries, workspaceId)) ?? 'UTC') !== zone) throw new ZoneChanged();
    },
    errorText: (error: unknown) =>
      error instanceof ZoneChanged ? t('access.conditions.zoneChanged') : errorText(t, error),
  };
}
