import type { QueryClient } from '@tanstack/react-query';

import { type Trigger, triggersContract } from '#shared/contracts/triggers.ts';
import { hasNoGroups } from '#web/api/has-no-groups.ts';
import { queryFor } from '#web/api/query-for.ts';
import { hasWhatsapp } from '#web/api/use-config.ts';

/**
 * Returns whether a trigger that works for the first time leads to WhatsApp: if no group is linked. If no page has
 * loaded the groups, it leads there if no other trigger of the workspace has run.
 */
export function leadsToWhatsApp(
  queries: QueryClient,
  { id, workspaceId }: Trigger,
  { workedBefore }: { workedBefore: boolean },
): boolean {
  if (workedBefore || !hasWhatsapp(queries)) return false;
  const noGroups = hasNoGroups(queries, workspaceId);
  if (noGroups !== undefined) return noGroups;
  const triggers = queries.getQueryData(queryFor(triggersContract.listTriggers, { workspaceId }).queryKey);
  return triggers?.every((one) => one.id === id || one.lastExecuted === null) ?? false;
}
