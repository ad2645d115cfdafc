import { useLocation, useSearchParams } from 'wouter';

import { type Channel, channels } from '#shared/rules/channels.ts';
import { type End, ends } from '#shared/rules/execution/outcome-names.ts';

export type RunFilter = { channel: Channel | undefined; outcome: End | undefined };

export const noFilter: RunFilter = { channel: undefined, outcome: undefined };

/** State of a browser history entry that opening a run history added. */
const openedHere = 'runs';

/**
 * The open run history and its filter are in the address (`?runs=<trigger id>&channel=&outcome=`). Opening another one
 * clears the filter; unknown values are ignored.
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
  // While `?id=` switches the workspace, the page shows the wrong one.
  const of = params.has('id') ? undefined : (params.get('runs') ?? undefined);
  const filter: RunFilter = {
    channel: channels.find((channel) => channel === params.get('channel')),
    outcome: ends.find((end) => end === params.get('outcome')),
  };
  return {
    of,
    filter,
    open: (id: string) => write(id, noFilter, { state: openedHere }),
    narrow: (next: RunFilter) => write(of, next, { replace: true, state: window.history.state }),
    /** Goes back if a click opened the history, so that no entry is left behind. */
    close: () => {
      if (window.history.state !== openedHere) return write(undefined, noFilter, { replace: true });
      // A second click while the browser goes back must not leave the page.
      window.history.replaceState(null, '');
      window.history.back();
    },
  };
}
