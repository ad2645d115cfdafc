import { useLocation, useSearchParams } from 'wouter';

import { type Channel, channels } from '#shared/rules/channels.ts';
import { type End, ends } from '#shared/rules/execution/outcome-names.ts';

export type RunFilter = { channel: Channel | undefined; outcome: End | undefined };

export const noFilter: RunFilter = { channel: undefined, outcome: undefined };

/** State of a history entry that was made to open one. */
const openedHere = 'runs';

/**
 * Kept in the address (`?runs=<trigger id>&channel=&outcome=`). Another history starts without a filter; unknown values
 * are ignored.
 */
export function useHistoryParameter() {
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const write = (id: string | undefined, filter: RunFilter, how: { replace?: boolean; state?: unknown }) => {
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries({ runs: id, ...filter })) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    const search = next.toString();
    navigate(window.location.pathname + (search && `?${search}`), how);
  };
  const of = params.get('runs') ?? undefined;
  const filter: RunFilter = {
    channel: channels.find((channel) => channel === params.get('channel')),
    outcome: ends.find((end) => end === params.get('outcome')),
  };
  return {
    of,
    filter,
    open: (id: string) => write(id, noFilter, { state: openedHere }),
    narrow: (next: RunFilter) => write(of, next, { replace: true, state: window.history.state }),
    /** As Back does where it was opened by a press, so that nothing is left behind. */
    close: () => {
      if (window.history.state !== openedHere) return write(undefined, noFilter, { replace: true });
      // A second press while the browser moves must not leave the page.
      window.history.replaceState(null, '');
      window.history.back();
    },
  };
}
