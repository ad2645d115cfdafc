/** Milliseconds before the first poll, after an answer, and after a transient failure. */
export const firstPollAfter = 500;
export const pollEvery = 5_000;
export const pollAgainAfter = 8_000;
