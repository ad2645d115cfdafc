import { useLocation, useSearchParams } from 'wouter';

import { type Door, doors } from '#shared/rules/channels.ts';
import { type End, ends } from '#shared/rules/outcome-names.ts';

export type RunFilter = { door: Door | undefined; outcome: End | undefined };

export const noFilter: RunFilter = { door: undefined, outcome: undefined };

/**
 * Kept in the address (`?runs=<trigger id>&door=&outcome=`). Another history starts without a filter; unknown values
 * are ignored.
 */
export function useHistoryParameter() {
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const write = (id: string | undefined, filter: RunFilter, replace: boolean) => {
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries({ runs: id, ...filter })) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    const search = next.toString();
    navigate(window.location.pathname + (search && `?${search}`), { replace });
  };
  const of = params.get('runs') ?? undefined;
  const filter: RunFilter = {
    door: doors.find((door) => door === params.get('door')),
    outcome: ends.find((end) => end === params.get('outcome')),
  };
  return {
    of,
    filter,
    open: (id: string) => write(id, noFilter, false),
    narrow: (next: RunFilter) => write(of, next, true),
    close: () => write(undefined, noFilter, true),
  };
}
