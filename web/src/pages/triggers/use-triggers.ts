import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';

import { type Trigger, triggersContract } from '#shared/contracts/triggers.ts';
import { queryFor } from '#web/api/query-for.ts';

/** How often waiting triggers are polled, and for how long (milliseconds). */
const soon = { every: 3_000, until: 60_000 };
const later = { every: 15_000, until: 10 * 60_000 };

/**
 * Polls devices that Alexa has not confirmed for ten minutes, because later confirmations may take hours. Polls awaited
 * answers until they arrive or time out.
 */
export function useTriggers(workspaceId: number | undefined) {
  const wait = useRef({ of: '', from: 0 });
  return useQuery({
    ...queryFor(triggersContract.listTriggers, { workspaceId }),
    // Runs also start elsewhere, and an installed app stays open for days.
    staleTime: 15_000,
    refetchOnWindowFocus: true,
    meta: { worded: true },
    refetchInterval: ({ state }) => {
      const of = waitingIn(state.data ?? []);
      if (wait.current.of !== of) wait.current = { of, from: Date.now() };
      if (of === '') return false;
      const waited = Date.now() - wait.current.from;
      if (waited < soon.until) return soon.every;
      return (waited < later.until || isAwaited(state.data)) && later.every;
    },
  });
}

const isAwaited = (triggers: readonly Trigger[] = []): boolean =>
  triggers.some(({ receipt }) => receipt?.answer === 'awaited');

const waitingIn = (triggers: readonly Trigger[]): string =>
  triggers
    .flatMap(({ id, alexa, receipt, lastExecuted }) => [
      ...[alexa, receipt?.alexa].flatMap((one) => (one?.state === 'waiting' ? `${id} ${one.since ?? ''}` : [])),
      ...(receipt?.answer === 'awaited' ? [`${id} ${lastExecuted ?? ''}`] : []),
    ])
    .join();
