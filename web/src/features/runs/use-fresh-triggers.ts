import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import type { ExecutionRecord } from '#shared/contracts/history.ts';
import { type Trigger, triggersContract } from '#shared/contracts/triggers.ts';
import { keyFor } from '#web/api/query-for.ts';

type Run = Pick<ExecutionRecord, 'id' | 'at' | 'answer'>;

/** Refetches the list of triggers when a newer run or its answer appears, so that list and history agree. */
export function useFreshTriggers(workspaceId: number, newest: Run | undefined): void {
  const queries = useQueryClient();
  const seen = useRef<string>(undefined);
  const at = newest?.at;
  const mark = newest && `${newest.id} ${newest.answer ?? ''}`;
  useEffect(() => {
    if (mark === undefined || at === undefined) return;
    const queryKey = keyFor(triggersContract.listTriggers, { workspaceId });
    const listAt = queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
    const isNews = seen.current === undefined ? Date.parse(at) > listAt : seen.current !== mark;
    seen.current = mark;
    if (isNews) void queries.invalidateQueries({ queryKey });
  }, [at, mark, queries, workspaceId]);
}

/** Refetches the list of triggers when a run belongs to a trigger that is not in it, such as a new one. */
export function useUnknownTriggers(
  workspaceId: number,
  runs: readonly { triggerId: string }[] | undefined,
  triggers: readonly Trigger[],
): void {
  const queries = useQueryClient();
  const unknown = runs?.find(({ triggerId }) => !triggers.some(({ id }) => id === triggerId))?.triggerId;
  useEffect(() => {
    if (unknown === undefined) return;
    void queries.invalidateQueries({ queryKey: keyFor(triggersContract.listTriggers, { workspaceId }) });
  }, [unknown, queries, workspaceId]);
}
