import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { Conditions } from '#shared/rules/conditions/conditions.ts';
import { errorText } from '#web/api/error-text.ts';
import { zoneOf } from '#web/features/schedule/time-zones.ts';
import type { Translate } from '#web/i18n/translate.ts';

import { usePlans } from './use-plans.ts';
import { ensureZone, readZone } from './workspace-zone.ts';

/** The workspace's time zone is no longer the one in which the user entered the times. */
class ZoneChanged extends Error {}

/**
 * The time zone of the fields: the workspace's, or else this device's. Call `checkZone` or `checkTimes` before storing
 * times. They throw if another device has changed the zone since the form was opened, but only once.
 */
export function useFieldZone(workspaceId: number) {
  const plans = usePlans(workspaceId);
  const queries = useQueryClient();
  const storedZone = plans.data?.timeZone;
  const zone = zoneOf(storedZone);
  // `zone` follows each read of the planned runs, but the user may have entered the times before.
  const [entered, setEntered] = useState<string>();
  if (plans.data && entered === undefined) setEntered(zone);
  // A mutation, because it blocks the page until the reply.
  const check = useMutation({
    mutationFn: async (read: typeof readZone) => {
      const current = zoneOf(await read(queries, workspaceId));
      if (current === entered) return;
      setEntered(current);
      throw new ZoneChanged();
    },
  });
  return {
    plans,
    storedZone,
    zone,
    checkZone: () => check.mutateAsync(readZone),
    /** Does nothing without new times. Also sets this device's zone in a workspace without one before it gets hours. */
    checkTimes: async (next: Conditions, stored: Conditions) => {
      const hasTimes = next.hours !== undefined || next.from !== undefined || next.until !== undefined;
      if (hasTimes && timesOf(next) !== timesOf(stored)) await check.mutateAsync(next.hours ? ensureZone : readZone);
    },
  };
}

const timesOf = ({ hours, from, until }: Conditions): string => JSON.stringify([hours, from, until]);

/** `errorText` for forms with times. */
export const timesErrorText = (t: Translate, error: unknown): string =>
  error instanceof ZoneChanged ? t('schedule.zone.changed') : errorText(t, error);
