/** Longer than all retries together, so older deliveries are replays. */
const maxSkewMs = 15 * 60_000;

export const isStale = (at: Date, now: Date): boolean => Math.abs(now.getTime() - at.getTime()) > maxSkewMs;

/** The clock of a gateway may be ahead. */
export const notAfter = (at: Date, now: Date): Date => (at.getTime() > now.getTime() ? now : at);
