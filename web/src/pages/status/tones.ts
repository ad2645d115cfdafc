import type { ChannelState } from '#shared/rules/execution/channel-state.ts';
import type { Tone } from '#web/ui/badge.tsx';

export const badgeTones: Record<ChannelState, Tone> = {
  up: 'success',
  degraded: 'warning',
  down: 'danger',
  idle: 'neutral',
  unknown: 'neutral',
};

export const dayStates = ['up', 'degraded', 'down', 'idle', 'unknown', 'unwatched'] as const;
export type ShownState = (typeof dayStates)[number];

/** Heights in percent. Problems differ from good days in height as well as in color. */
export const bars: Record<ShownState, { fill: string; height: number }> = {
  up: { fill: 'fill-success', height: 55 },
  degraded: { fill: 'fill-warning', height: 80 },
  down: { fill: 'fill-danger-solid', height: 100 },
  idle: { fill: 'fill-control', height: 20 },
  unknown: { fill: 'fill-control', height: 35 },
  unwatched: { fill: 'fill-border', height: 55 },
};
