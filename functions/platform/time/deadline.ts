import { Refusal } from '#shared/refusals.ts';

import { withTimeout } from './with-timeout.ts';

export type Deadline = {
  /** Remaining milliseconds; zero once it has passed. */
  left(): number;
  isOver(): boolean;
  /** An earlier deadline that leaves `ms` for later work. */
  reserve(ms: number): Deadline;
  /** Returns the result of `work`, or of `late` after the deadline. Late work is not cancelled. */
  within<T>(work: Promise<T>, late: () => T): Promise<T>;
};

/** `time` is in milliseconds since 1970. */
export function deadlineAt(now: () => Date, time: number): Deadline {
  const timeLeft = (): number => Math.max(0, time - now().getTime());
  return {
    left: timeLeft,
    isOver: () => timeLeft() === 0,
    reserve: (ms) => deadlineAt(now, time - ms),
    within: (work, late) => withTimeout(timeLeft(), work, late),
  };
}

export const deadlineIn = (now: () => Date, ms: number): Deadline => deadlineAt(now, now().getTime() + ms);

/** Time after a request within which its response is useful. */
export const answerWithinMs = 6_000;

/** Reserved for recording the run. */
export const recordReserveMs = 500;

export const busySeconds = 5;

/** For work that has not started. */
export const busy = (): never => {
  throw new Refusal('server.busy', { retryAfterSeconds: busySeconds });
};
