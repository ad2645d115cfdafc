/** Above the longest span of retries: older deliveries are replays. */
const maxSkewMs = 15 * 60_000;

export const isStale = (at: Date, now: Date): boolean => Math.abs(now.getTime() - at.getTime()) > maxSkewMs;

/** A gateway's clock may be ahead. */
export const notAfter = (at: Date, now: Date): Date => (at.getTime() > now.getTime() ? now : at);
