/** The longest span of retries, with room: an older delivery is a replay. As much ahead is a clock that nobody can use. */
const maxSkewMs = 15 * 60_000;

export const isStale = (at: Date, now: Date): boolean => Math.abs(now.getTime() - at.getTime()) > maxSkewMs;

/** A gateway's clock may run ahead; what happened did not happen later than now. */
export const notAfter = (at: Date, now: Date): Date => (at.getTime() > now.getTime() ? now : at);
