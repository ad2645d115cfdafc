const firstPauseMs = 15_000;
const longestPauseMs = 30 * 60_000;
/** A provider that is away for longer than this needs people. */
export const deadAfterMs = 6 * 3600_000;

/** Pause before the next try, in ms: doubling, with jitter so that accounts which failed together do not return together. */
export function pauseAfter(attempts: number, random: () => number, askedForMs = 0): number {
  const doubled = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts - 1, 20));
  return Math.round(Math.max(askedForMs, doubled * (0.5 + random() / 2)));
}

/** Failed for so long that trying again by itself makes no sense. */
export const isDead = (item: { createdAt: string }, now: Date): boolean =>
  now.getTime() - Date.parse(item.createdAt) >= deadAfterMs;
