/** When it is asked how far the pairing is: first, after an answer, after a failure that may pass (milliseconds). */
export const firstPollAfter = 500;
export const pollEvery = 5_000;
export const pollAgainAfter = 8_000;
