import { Refusal } from '#shared/refusals.ts';

import { withTimeout } from './with-timeout.ts';

export type Deadline = {
  /** Milliseconds from now; zero once it is over. */
  left(): number;
  isOver(): boolean;
  /** An earlier deadline, which keeps `ms` for what comes afterwards. */
  reserve(ms: number): Deadline;
  /** The result of the work, or of `late`; late work is not stopped. */
  within<T>(work: Promise<T>, late: () => T): Promise<T>;
};

/** `time` in milliseconds since 1970. */
export function deadlineAt(now: () => Date, time: number): Deadline {
  const left = (): number => Math.max(0, time - now().getTime());
  return {
    left,
    isOver: () => left() === 0,
    reserve: (ms) => deadlineAt(now, time - ms),
    within: (work, late) => withTimeout(left(), work, late),
  };
}

export const deadlineIn = (now: () => Date, ms: number): Deadline => deadlineAt(now, now().getTime() + ms);

/** From a request until its answer is no longer wanted. */
export const answerWithinMs = 6_000;

/** Kept for recording the execution. */
export const recordReserveMs = 500;

export const busySeconds = 5;

/** For work that was not begun. */
export const busy = (): never => {
  throw new Refusal('server.busy', { retryAfterSeconds: busySeconds });
};
