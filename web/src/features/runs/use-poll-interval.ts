import { useRef } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import type { TriggersQuery } from '#web/api/use-triggers.ts';

/** How often the list of triggers is polled, and for how long (milliseconds). */
const soon = { every: 3_000, until: 60_000 };
const later = { every: 15_000, until: 10 * 60_000 };

/**
 * Returns a function that decides how often to poll. Polls answers of routines until they arrive or time out, and
 * devices that Alexa has not confirmed for ten minutes, because later confirmations may take hours.
 */
export function usePollInterval(awaited: 'answers' | 'answersAndDevices'): TriggersQuery['refetchInterval'] {
  const wait = useRef({ of: '', from: 0 });
  return ({ state: { data = [] } }) => {
    const devices = awaited === 'answers' ? [] : data.flatMap(waitingDevices);
    const of = [...devices, ...data.flatMap(awaitedAnswers)].join();
    if (wait.current.of !== of) wait.current = { of, from: Date.now() };
    if (of === '') return false;
    const waited = Date.now() - wait.current.from;
    if (waited < soon.until) return soon.every;
    return (waited < later.until || data.some(isAwaited)) && later.every;
  };
}

const isAwaited = ({ receipt }: Trigger): boolean => receipt?.answer === 'awaited';

const awaitedAnswers = (trigger: Trigger): string[] =>
  isAwaited(trigger) ? [`${trigger.id} ${trigger.lastExecuted ?? ''}`] : [];

const waitingDevices = ({ id, alexa, receipt }: Trigger): string[] =>
  [alexa, receipt?.alexa].flatMap((one) => (one?.state === 'waiting' ? [`${id} ${one.since ?? ''}`] : []));
