/** An ordinary call. */
export const usualMs = 15_000;
/** Creating, logging out and deleting, which gateways take seconds for; below the 30 s that API Gateway waits. */
export const slowMs = 25_000;
