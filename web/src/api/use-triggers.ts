import { useQuery } from '@tanstack/react-query';

import { triggersContract } from '#shared/contracts/triggers.ts';

import { queryFor } from './query-for.ts';

export type TriggersQuery = ReturnType<typeof queryFor<typeof triggersContract.listTriggers>>;

/** The list of triggers for a page that shows it, and its failures. */
export const useTriggers = (
  workspaceId: number | undefined,
  options: Pick<TriggersQuery, 'refetchInterval' | 'refetchOnMount'> = {},
) =>
  useQuery({
    ...queryFor(triggersContract.listTriggers, { workspaceId }),
    // Runs also start elsewhere, and an installed app stays open for days.
    staleTime: 15_000,
    refetchOnWindowFocus: true,
    meta: { callerShowsError: true },
    ...options,
  });
