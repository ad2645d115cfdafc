import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';

import { type Trigger, triggersContract } from '#shared/contracts/triggers.ts';
import { queryFor } from '#web/api/query-for.ts';

/** How often waiting triggers are asked for at first, for how long, and how often and how long after that (milliseconds). */
const soon = { every: 3_000, until: 60_000 };
const later = { every: 15_000, until: 10 * 60_000 };

/**
 * The triggers of a workspace; the page says a failure of the first load. While Alexa is being told of some, they are asked for again quietly, until all are
 * settled or ten minutes went by without any news: what takes longer may take hours.
 */
export function useTriggers(workspaceId: number | undefined) {
  const wait = useRef({ of: '', from: 0 });
  return useQuery({
    ...queryFor(triggersContract.listTriggers, { workspaceId }),
    meta: { worded: true },
    refetchInterval: ({ state }) => {
      const of = waitingIn(state.data ?? []);
      if (wait.current.of !== of) wait.current = { of, from: Date.now() };
      return of !== '' && everyAfter(Date.now() - wait.current.from);
    },
  });
}

/** Which triggers wait, as one text: it changes with every piece of news. */
const waitingIn = (triggers: readonly Trigger[]): string =>
  triggers
    .filter(({ alexa }) => alexa?.state === 'waiting')
    .map(({ id, alexa }) => `${id} ${alexa?.since ?? ''}`)
    .join();

const everyAfter = (ms: number): number | false => {
  if (ms < soon.until) return soon.every;
  return ms < later.until && later.every;
};
