import { deadlineAt, answerWithinMs, type Deadline } from '#functions/platform/time/deadline.ts';

/** A run that takes longer than this after the delivery shows an hourglass on the message. */
export const hourglassMs = 2_000;

/** Reserved for sending the answer, even after a run that used all of its time. */
const answerMs = 2_500;

/** A claim older than this belongs to a dead process, because the function has timed out by then. */
export const holdMs = 11_000;

export type Deadlines = { startedAt: Date; deadline: Deadline; answerDeadline: Deadline };

export function deadlinesFrom(now: () => Date): Deadlines {
  const startedAt = now();
  const at = (ms: number): Deadline => deadlineAt(now, startedAt.getTime() + ms);
  return { startedAt, deadline: at(answerWithinMs), answerDeadline: at(answerWithinMs + answerMs) };
}
