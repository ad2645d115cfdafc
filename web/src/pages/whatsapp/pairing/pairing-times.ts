/** Milliseconds before the first poll, after an answer, and after a transient failure. */
export const firstPollAfter = 500;
export const pollEvery = 5_000;
export const pollAgainAfter = 8_000;
/** After an accepted answer without a next step, and after a passkey request without its challenge. */
export const stalledAfter = 30_000;
