import { useRef } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { historyDays } from '#shared/rules/execution/history-days.ts';

/** Milliseconds per loaded page between refetches, and how many. */
const soon = { every: 1_000, times: 5 };

const keptMs = historyDays * 86_400_000;

type History = {
  data: { pages: readonly { items: readonly { at: string }[] }[] } | undefined;
  dataUpdateCount: number;
  errorUpdateCount: number;
};

/**
 * The history is written after a run was answered, so it may lack the last run that the list of triggers contains. The
 * returned function tells how long to wait before a refetch, or false if no run is missing or it was refetched often
 * enough. A run that is too old for the history is not missing.
 */
export function useMissingRun(triggers: readonly Pick<Trigger, 'lastExecuted' | 'lastFailed'>[]) {
  const wait = useRef({ of: '', from: 0 });
  const runs = triggers.flatMap(({ lastExecuted, lastFailed }) => [lastExecuted ?? '', lastFailed?.at ?? '']);
  const last = runs.reduce((one, other) => (one > other ? one : other), '');
  return ({ data, dataUpdateCount, errorUpdateCount }: History): number | false => {
    if (last === '' || !data?.pages[0] || data.pages[0].items.some(({ at }) => at >= last)) return false;
    if (Date.parse(last) <= Date.now() - keptMs) return false;
    const refetched = dataUpdateCount + errorUpdateCount;
    if (wait.current.of !== last) wait.current = { of: last, from: refetched };
    return refetched - wait.current.from < soon.times && soon.every * data.pages.length;
  };
}
