import type { Channel } from '../channels.ts';

/** The names on the public status page. */
export const publicChannels = ['webhook', 'click', 'voice', 'whatsapp', 'schedule'] as const;
export type PublicChannel = (typeof publicChannels)[number];

export const publicChannelOf = (channel: Channel): PublicChannel => (channel === 'group' ? 'whatsapp' : channel);

export const channelStates = [
  'up',
  'degraded',
  'down',
  // No recent runs.
  'idle',
  // Too few runs to judge.
  'unknown',
] as const;
export type ChannelState = (typeof channelStates)[number];

/** Recent runs. `places` counts the workspaces that lost runs. Failures that the user can fix do not count. */
export type Traffic = { sent: number; lost: number; places: number };

/** Fewer losses may be chance. */
const minLost = 3;
const noticedShare = 0.1;

/**
 * A single workspace may have its own problem, so it never makes a channel `down`. It makes the channel `degraded` only
 * if no other workspace gets through.
 */
export function channelState({ sent, lost, places }: Traffic): ChannelState {
  if (sent + lost === 0) return 'idle';
  const isForMany = places >= 2;
  if (sent === 0) {
    if (lost < minLost) return 'unknown';
    return isForMany ? 'down' : 'degraded';
  }
  return lost >= minLost && isForMany && lost / (sent + lost) >= noticedShare ? 'degraded' : 'up';
}

export function withGateways(state: ChannelState, { total, silent }: { total: number; silent: number }): ChannelState {
  if (silent === 0 || state === 'down') return state;
  return silent >= total ? 'down' : 'degraded';
}

/** Alexa accepts events but starts no routines, which its responses do not reveal. */
export const withHomes = (state: ChannelState, stopped: boolean): ChannelState =>
  stopped && state === 'up' ? 'degraded' : state;
