import type { ChannelState } from './channel-state.ts';
import { minRuns } from './latency.ts';

/** Counts of one UTC day on one channel. `degraded` and `down` are in minutes. */
export type ChannelDay = { sent: number; lost: number; degraded: number; down: number };

/** Returns the worst state of the day. A day without runs is `idle`, not `up`. */
export function dayState({ sent, lost, degraded, down }: ChannelDay): ChannelState {
  if (down > 0) return 'down';
  if (degraded > 0) return 'degraded';
  if (sent > 0) return 'up';
  return lost > 0 ? 'unknown' : 'idle';
}

/** Returns the share of successful runs, rounded down so that 1 means every run. Null with too few runs. */
export const reachedShare = ({ sent, lost }: Pick<ChannelDay, 'sent' | 'lost'>): number | null =>
  sent + lost < minRuns ? null : Math.floor((1000 * sent) / (sent + lost)) / 1000;

/** Number of days in the history of the public status page. */
export const statusDays = 90;

const dayMs = 86_400_000;
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
export const dayBefore = (at: Date, days = 1): string => dayOf(new Date(at.getTime() - days * dayMs));
