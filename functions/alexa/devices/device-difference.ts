import { createHash } from 'node:crypto';

import { leftOut, unsure } from '#functions/data/alexa/reported-store.ts';

import type { DiscoveryEndpoint } from '../messages/endpoint.ts';

/** Another fingerprint means that Alexa has to be sent the device again. */
export const hashOfEndpoint = (endpoint: DiscoveryEndpoint): string =>
  createHash('sha256').update(JSON.stringify(endpoint)).digest('base64url').slice(0, 16);

export type Difference = {
  changed: DiscoveryEndpoint[];
  /** Device ids that Alexa may still list. */
  gone: string[];
  switched?: readonly Switched[];
};

export type Switched = { deviceId: string; reachable: boolean; at: Date };

/** Key in a reported list for a device that Alexa takes for unreachable; no device id has a `#`. */
const healthPrefix = 'health#';
export const healthKey = (deviceId: string): string => `${healthPrefix}${deviceId}`;
export const off = 'off';

/** Alexa takes a device for reachable until it is sent otherwise. */
export const switchedDevices = (
  devices: readonly Switched[],
  reported: Readonly<Record<string, string>>,
): readonly Switched[] =>
  devices.filter(({ deviceId, reachable }) => reported[healthKey(deviceId)] !== (reachable ? undefined : off));

/**
 * `reported`: what Alexa last got, by device id; `removed`: surely gone, even if Alexa knows them by discovery alone;
 * `kept`: exist without being listed, and are left as they are.
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
      return known !== hash && known !== leftOut(hash);
    }),
    gone: [...new Set([...Object.keys(reported), ...removed])].filter(
      (id) => !staying.has(id) && !id.startsWith(healthPrefix),
    ),
  };
}

/** After a crash, the next report sends everything that this difference names. */
export function inDoubt(reported: Readonly<Record<string, string>>, { changed, gone, switched = [] }: Difference) {
  const health = switched.map(({ deviceId }) => healthKey(deviceId));
  const doubted = [...changed.map(({ endpointId }) => endpointId), ...gone, ...health];
  return { ...reported, ...Object.fromEntries(doubted.map((id) => [id, unsure])) };
}
