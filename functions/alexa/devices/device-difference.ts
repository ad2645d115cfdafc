import { createHash } from 'node:crypto';

import { leftOutHash, unsure } from '#functions/data/alexa/reported-store.ts';

import type { DiscoveryEndpoint } from '../messages/endpoint.ts';

/** A device whose hash has changed must be reported to Alexa again. */
export const hashOfEndpoint = (endpoint: DiscoveryEndpoint): string =>
  createHash('sha256').update(JSON.stringify(endpoint)).digest('base64url').slice(0, 16);

export type Difference = {
  changed: DiscoveryEndpoint[];
  /** Device ids that Alexa may still list. */
  gone: string[];
  switched?: readonly Switched[];
};

export type Switched = { deviceId: string; reachable: boolean; at: Date };

/** Key in a reported list for a device that Alexa considers unreachable. Device ids never contain `#`. */
const healthPrefix = 'health#';
export const healthKey = (deviceId: string): string => `${healthPrefix}${deviceId}`;
export const off = 'off';

/** Alexa considers a device reachable until a report says otherwise. */
export const switchedDevices = (
  devices: readonly Switched[],
  reported: Readonly<Record<string, string>>,
): readonly Switched[] =>
  devices.filter(({ deviceId, reachable }) => reported[healthKey(deviceId)] !== (reachable ? undefined : off));

/**
 * `reported`: the devices that Alexa last received, by id. `removed`: devices that were certainly deleted, even if
 * Alexa knows them only by discovery. `kept`: devices that exist without being listed, and stay as they are.
 */
export function deviceDifference(
  wanted: readonly DiscoveryEndpoint[],
  kept: readonly string[],
  reported: Readonly<Record<string, string>>,
  removed: readonly string[],
): Difference {
  const staying = new Set([...wanted.map(({ endpointId }) => endpointId), ...kept]);
  return {
    changed: wanted.filter((endpoint) => {
      const [hash, known] = [hashOfEndpoint(endpoint), reported[endpoint.endpointId]];
      return known !== hash && known !== leftOutHash(hash);
    }),
    gone: [...new Set([...Object.keys(reported), ...removed])].filter(
      (id) => !staying.has(id) && !id.startsWith(healthPrefix),
    ),
  };
}

/** Marks every device of the difference as unsure, so that the next report sends it again after a crash. */
export function markUncertain(
  reported: Readonly<Record<string, string>>,
  { changed, gone, switched = [] }: Difference,
) {
  const health = switched.map(({ deviceId }) => healthKey(deviceId));
  const doubted = [...changed.map(({ endpointId }) => endpointId), ...gone, ...health];
  return { ...reported, ...Object.fromEntries(doubted.map((id) => [id, unsure])) };
}
