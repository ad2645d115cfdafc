export const usualMs = 15_000;
/** For creating, logging out and deleting. API Gateway waits for 30 s. */
export const slowMs = 25_000;
