import { useLocation, useSearchParams } from 'wouter';

import { type Channel, channels } from '#shared/rules/execution/channels.ts';
import { type End, ends } from '#shared/rules/execution/outcome-names.ts';

export type RunFilter = { channel: Channel | undefined; outcome: End | undefined };

export const noFilter: RunFilter = { channel: undefined, outcome: undefined };

/**
 * Kept in the address (`?runs=<trigger id>&channel=&outcome=`). Another history starts without a filter; unknown values
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
    channel: channels.find((channel) => channel === params.get('channel')),
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
