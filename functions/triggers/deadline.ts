/** From the moment a door is entered until its answer is no longer wanted. */
export const doorMs = 6_000;

/** Kept for recording the run after the gateway has answered. */
export const recordReserveMs = 500;
