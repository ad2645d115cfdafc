import { deadlineAt, answerWithinMs, type Deadline } from '#functions/platform/time/deadline.ts';

/** After the delivery, people see an hourglass on their message. */
export const hourglassMs = 2_000;

/** For sending the answer, even after a run that took its whole time. */
const answerMs = 2_500;

/** An older claim belongs to a dead process: the function's time is up. */
export const holdMs = 11_000;

export type Deadlines = { startedAt: Date; deadline: Deadline; answerDeadline: Deadline };

export function deadlinesFrom(now: () => Date): Deadlines {
  const startedAt = now();
  const at = (ms: number): Deadline => deadlineAt(now, startedAt.getTime() + ms);
  return { startedAt, deadline: at(answerWithinMs), answerDeadline: at(answerWithinMs + answerMs) };
}
