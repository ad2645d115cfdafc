import type { Channel } from './channels.ts';

/** Channels as strangers know them. */
export const publicChannels = ['webhook', 'click', 'voice', 'whatsapp'] as const;
export type PublicChannel = (typeof publicChannels)[number];

export const publicChannelOf = (channel: Channel): PublicChannel => (channel === 'group' ? 'whatsapp' : channel);

export const channelStates = ['up', 'degraded', 'down', 'idle', 'unknown'] as const;
export type ChannelState = (typeof channelStates)[number];

/**
 * What came through a channel of late: runs that Alexa took, runs that we or Amazon lost, and how many different places
 * those were lost for. Runs that their person has to mend count as neither.
 */
export type Traffic = { sent: number; lost: number; places: number };

/** One run may be lost by chance; so many are none. */
const leastLost = 3;
/** Lost runs out of a hundred that people notice. */
const noticedShare = 0.1;

/**
 * The state of a channel. What fails for one place alone may be that place's own account, so that by itself it calls no channel
 * down, and none degraded through which others get.
 */
export function channelState({ sent, lost, places }: Traffic): ChannelState {
  if (sent + lost === 0) return 'idle';
  const isForMany = places >= 2;
  if (sent === 0) {
    if (lost < leastLost) return 'unknown';
    return isForMany ? 'down' : 'degraded';
  }
  return lost >= leastLost && isForMany && lost / (sent + lost) >= noticedShare ? 'degraded' : 'up';
}

/** What the gateways of WhatsApp say of a channel that is only as good as they are. */
export function withGateways(state: ChannelState, { total, silent }: { total: number; silent: number }): ChannelState {
  if (silent === 0 || state === 'down') return state;
  return silent >= total ? 'down' : 'degraded';
}
