import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';

import { type Trigger, triggersContract } from '#shared/contracts/triggers.ts';
import { queryFor } from '#web/api/query-for.ts';

/** How often waiting triggers are polled, and until when (milliseconds). */
const soon = { every: 3_000, until: 60_000 };
const later = { every: 15_000, until: 10 * 60_000 };

/** Triggers that Alexa or their routine has not confirmed are polled for at most ten minutes: what takes longer may take hours. */
export function useTriggers(workspaceId: number | undefined) {
  const wait = useRef({ of: '', from: 0 });
  return useQuery({
    ...queryFor(triggersContract.listTriggers, { workspaceId }),
    meta: { worded: true },
    refetchInterval: ({ state }) => {
      const of = waitingIn(state.data ?? []);
      if (wait.current.of !== of) wait.current = { of, from: Date.now() };
      return of !== '' && intervalAfter(Date.now() - wait.current.from);
    },
  });
}

const waitingIn = (triggers: readonly Trigger[]): string =>
  triggers
    .flatMap(({ id, alexa, receipt, lastExecuted }) => [
      ...[alexa, receipt?.alexa].flatMap((one) => (one?.state === 'waiting' ? `${id} ${one.since ?? ''}` : [])),
      ...(receipt?.answer === 'awaited' ? [`${id} ${lastExecuted ?? ''}`] : []),
    ])
    .join();

const intervalAfter = (ms: number): number | false => {
  if (ms < soon.until) return soon.every;
  return ms < later.until && later.every;
};
