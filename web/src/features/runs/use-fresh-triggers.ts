import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import type { ExecutionRecord } from '#shared/contracts/history.ts';
import { type Trigger, triggersContract } from '#shared/contracts/triggers.ts';
import { keyFor } from '#web/api/query-for.ts';

type Run = Pick<ExecutionRecord, 'id' | 'at' | 'answer'> & { triggerId?: string };

/**
 * Refetches the list of triggers so that list and history agree: when a newer run or its answer appears, and when a run
 * belongs to a trigger that is not in `triggers`, such as a new one. Expects the newest run first.
 */
export function useFreshTriggers(
  workspaceId: number,
  runs: readonly Run[] | undefined,
  triggers?: readonly Trigger[],
): void {
  const queries = useQueryClient();
  const seen = useRef<string>(undefined);
  const newest = runs?.[0];
  const at = newest?.at;
  const mark = newest && `${newest.id} ${newest.answer ?? ''}`;
  const unknown = triggers && runs?.find(({ triggerId }) => !triggers.some(({ id }) => id === triggerId))?.triggerId;
  useEffect(() => {
    if (mark === undefined || at === undefined) return;
    const queryKey = keyFor(triggersContract.listTriggers, { workspaceId });
    const listAt = queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
    const isNews = seen.current === undefined ? Date.parse(at) > listAt : seen.current !== mark;
    seen.current = mark;
    if (isNews || unknown !== undefined) void queries.invalidateQueries({ queryKey });
  }, [at, mark, unknown, queries, workspaceId]);
}
