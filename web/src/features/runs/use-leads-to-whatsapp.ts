import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { useGroups } from '#web/api/use-groups.ts';

import { leadsToWhatsApp } from './leads-to-whatsapp.ts';

/** Returns whether a dialog leads to WhatsApp because the trigger works for the first time since the dialog opened. */
export function useLeadsToWhatsApp(trigger: Trigger, now: { works: boolean; workedBefore: boolean }): boolean {
  const queries = useQueryClient();
  const [workedBefore] = useState(now.workedBefore);
  // Nothing else on the page of the triggers loads the groups.
  const groups = useGroups(workedBefore ? undefined : trigger.workspaceId);
  return now.works && !groups.isPending && leadsToWhatsApp(queries, trigger, { workedBefore });
}
