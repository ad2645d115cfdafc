import { deadlineAt, doorMs, type Deadline } from '#functions/platform/deadline.ts';

/** From the delivery until people in the group are shown that it takes longer. */
const hourglassMs = 2_000;

/** What saying the answer may take on top: here it is a message of its own, and has to be said even after a late run. */
const answerMs = 2_500;

/** Whoever claimed a message this long ago has died: its function's time is up. */
export const holdMs = 11_000;

type Clock = { now: () => Date };
type Started = { startedAt: Date };

const after = ({ now }: Clock, { startedAt }: Started, ms: number): Deadline =>
  deadlineAt(now, startedAt.getTime() + ms);

/** The end of a trigger's execution, as in every channel. */
export const executionDeadline = (clock: Clock, started: Started): Deadline => after(clock, started, doorMs);
export const hourglassDeadline = (clock: Clock, started: Started): Deadline => after(clock, started, hourglassMs);
export const answerDeadline = (clock: Clock, started: Started): Deadline => after(clock, started, doorMs + answerMs);
