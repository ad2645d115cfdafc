/** Milliseconds before the first poll, after a reply, and after a transient failure. */
export const firstPollAfter = 500;
export const pollEvery = 5_000;
export const pollAgainAfter = 8_000;
/** Milliseconds after an accepted reply without a next step, and after a passkey request without its challenge. */
export const stalledAfter = 30_000;
