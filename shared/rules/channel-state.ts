import type { Door } from './channels.ts';

/** Doors as strangers know them. */
export const publicDoors = ['webhook', 'click', 'voice', 'whatsapp'] as const;
export type PublicDoor = (typeof publicDoors)[number];

export const publicDoorOf = (door: Door): PublicDoor => (door === 'group' ? 'whatsapp' : door);

export const doorStates = ['up', 'degraded', 'down', 'idle', 'unknown'] as const;
export type DoorState = (typeof doorStates)[number];

/**
 * What came through a door of late: runs that Alexa took, runs that we or Amazon lost, and how many different places
 * those were lost for. Runs that their person has to mend count as neither.
 */
export type Traffic = { sent: number; lost: number; places: number };

/** One run may be lost by chance; so many are none. */
const leastLost = 3;
/** Lost runs out of a hundred that people notice. */
const noticedShare = 0.1;

/**
 * The state of a door. What fails for one place alone may be that place's own account, so that by itself it calls no door
 * down, and none degraded through which others get.
 */
export function doorState({ sent, lost, places }: Traffic): DoorState {
  if (sent + lost === 0) return 'idle';
  const isForMany = places >= 2;
  if (sent === 0) {
    if (lost < leastLost) return 'unknown';
    return isForMany ? 'down' : 'degraded';
  }
  return lost >= leastLost && isForMany && lost / (sent + lost) >= noticedShare ? 'degraded' : 'up';
}

/** What the gateways of WhatsApp say of a door that is only as good as they are. */
export function withGateways(state: DoorState, { total, silent }: { total: number; silent: number }): DoorState {
  if (silent === 0 || state === 'down') return state;
  return silent >= total ? 'down' : 'degraded';
}
