import type { Channel } from '../channels.ts';

/** As on the public status page. */
export const publicChannels = ['webhook', 'click', 'voice', 'whatsapp', 'schedule'] as const;
export type PublicChannel = (typeof publicChannels)[number];

export const publicChannelOf = (channel: Channel): PublicChannel => (channel === 'group' ? 'whatsapp' : channel);

export const channelStates = ['up', 'degraded', 'down', 'idle', 'unknown'] as const;
export type ChannelState = (typeof channelStates)[number];

/** Recent runs. `places`: how many lost runs. Failures that the person can fix do not count. */
export type Traffic = { sent: number; lost: number; places: number };

/** Fewer may be chance. */
const minLost = 3;
const noticedShare = 0.1;

/**
 * One place alone may have a problem of its own, so it never makes a channel `down`, nor `degraded` while others get
 * through.
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

/** Alexa took events that started nothing: trouble that no answer of it tells. */
export const withHomes = (state: ChannelState, stopped: boolean): ChannelState =>
  stopped && state === 'up' ? 'degraded' : state;
