import { useQueryClient } from '@tanstack/react-query';

import { errorText } from '#web/api/error-text.ts';
import { browserZone } from '#web/features/schedule/time-zones.ts';
import type { Translate } from '#web/i18n/translate.ts';

import { usePlans } from './use-plans.ts';
import { ensureZone, readZone } from './workspace-zone.ts';

/** The workspace's time zone is no longer the one in which the user entered the times. */
class ZoneChanged extends Error {}

/**
 * The time zone of the fields: the workspace's, or else this device's. Call `checkZone` or `ensureZone` before storing
 * times of the day. They throw if another device has changed the zone; the fields then show the new one.
 */
export function useFieldZone(workspaceId: number) {
  const plans = usePlans(workspaceId);
  const storedZone = plans.data?.timeZone;
  const queries = useQueryClient();
  const zone = storedZone ?? browserZone() ?? 'UTC';
  const compare = (current: string | undefined): void => {
    if ((current ?? browserZone() ?? 'UTC') !== zone) throw new ZoneChanged();
  };
  return {
    plans,
    storedZone,
    zone,
    checkZone: async () => compare(await readZone(queries, workspaceId)),
    /** Also sets this device's zone in a workspace without one. */
    ensureZone: async () => compare(await ensureZone(queries, workspaceId)),
  };
}

/** `errorText` for forms with times. */
export const timesErrorText = (t: Translate, error: unknown): string =>
  error instanceof ZoneChanged ? t('schedule.zone.changed') : errorText(t, error);
