import { doorMs } from '#functions/platform/deadline.ts';

/** From the delivery until a trigger's run has to be over, as at every door. */
export { doorMs };

/** From the delivery until people in the group are shown that it takes longer. */
export const hourglassMs = 2_000;

/** What saying the answer may take on top: here it is a message of its own, and has to be said even after a late run. */
export const answerMs = 2_500;

/** Whoever claimed a message this long ago has died: its function's time is up. */
export const holdMs = 11_000;

/** What is left of a time that began with the delivery. */
export const leftMs = ({ now }: { now: () => Date }, { startedAt }: { startedAt: Date }, ms: number): number =>
  startedAt.getTime() + ms - now().getTime();
