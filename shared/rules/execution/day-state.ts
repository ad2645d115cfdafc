import type { ChannelState } from './channel-state.ts';
import { minRuns } from './latency.ts';

/** A UTC day at a channel; `degraded` and `down`: minutes. */
export type ChannelDay = { sent: number; lost: number; degraded: number; down: number };

/** The worst that was seen; a day without runs is `idle`, which is not `up`. */
export function dayState({ sent, lost, degraded, down }: ChannelDay): ChannelState {
  if (down > 0) return 'down';
  if (degraded > 0) return 'degraded';
  if (sent > 0) return 'up';
  return lost > 0 ? 'unknown' : 'idle';
}

/** Never rounded up to all; null with too few runs. */
export const reachedShare = ({ sent, lost }: Pick<ChannelDay, 'sent' | 'lost'>): number | null =>
  sent + lost < minRuns ? null : Math.floor((1000 * sent) / (sent + lost)) / 1000;

/** Newest last. */
export const statusDays = 90;

const dayMs = 86_400_000;
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
export const dayBefore = (at: Date, days = 1): string => dayOf(new Date(at.getTime() - days * dayMs));
