import { useQuery } from '@tanstack/react-query';

import { triggersContract } from '#shared/contracts/triggers.ts';
import { queryFor } from '#web/api/query-for.ts';

/** Returns whether the account was linked again, after triggers existed. */
export function useHasTriggers(workspaceId: number | undefined): boolean {
  const list = queryFor(triggersContract.listTriggers, { workspaceId });
  const { data } = useQuery({ ...list, meta: { quiet: true } });
  return data !== undefined && data.length > 0;
}
