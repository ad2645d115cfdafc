import { Refusal } from '#shared/refusals.ts';

/** From the moment a door is entered until its answer is no longer wanted. */
export const doorMs = 6_000;

/** Kept for recording the run after the gateway has answered. */
export const recordReserveMs = 500;

/** After how long those may come back for whom there was no time. */
export const busySeconds = 5;

/** Refuses for whom there is no time left, and for whom nothing was begun. */
export const busy = (): never => {
  throw new Refusal('server.busy', { retryAfterSeconds: busySeconds });
};
