const firstPauseMs = 15_000;
const maxPauseMs = 30 * 60_000;
/** After this time an entry needs an operator. */
export const deadAfterMs = 6 * 3600_000;

/** Pause before the next try, in ms: doubling, with jitter. */
export function pauseAfter(attempts: number, random: () => number, askedForMs = 0): number {
  const doubled = Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(attempts - 1, 20));
  return Math.round(Math.max(askedForMs, doubled * (0.5 + random() / 2)));
}

export const isDead = (item: { createdAt: string }, now: Date): boolean =>
  now.getTime() - Date.parse(item.createdAt) >= deadAfterMs;
