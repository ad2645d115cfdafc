import { createHash } from 'node:crypto';

import { leftOut, unsure } from '#functions/data/alexa/reported-store.ts';

import type { DiscoveryEndpoint } from './endpoint.ts';

/** Short fingerprint of all that Alexa knows of a device; another one means that Alexa has to hear of it again. */
export const hashOfEndpoint = (endpoint: DiscoveryEndpoint): string =>
  createHash('sha256').update(JSON.stringify(endpoint)).digest('base64url').slice(0, 16);

export type Difference = {
  /** New ones, changed ones, and ones of which nobody knows what Alexa heard. */
  changed: DiscoveryEndpoint[];
  /** Device ids that Alexa may still list. */
  gone: string[];
  /** Devices that were switched on or off since Alexa last heard of it. */
  switched?: readonly Switched[];
};

/** `at`: when it became so. */
export type Switched = { deviceId: string; reachable: boolean; at: Date };

/** Where a reported list says that Alexa holds a device for unreachable: `off`, or `unsure`. No device id has a `#`. */
const healthPrefix = 'health#';
export const healthKey = (deviceId: string): string => `${healthPrefix}${deviceId}`;
export const off = 'off';

/** What Alexa has to be told of being reachable; it takes a device that it never heard otherwise of for reachable. */
export const switchedDevices = (
  devices: readonly Switched[],
  reported: Readonly<Record<string, string>>,
): readonly Switched[] =>
  devices.filter(({ deviceId, reachable }) => reported[healthKey(deviceId)] !== (reachable ? undefined : off));

/**
 * What Alexa has to be told: `wanted` is the list as it should be, `reported` what Alexa last heard by device id,
 * `removed` names devices that are surely gone (Alexa may know them by discovery alone), `kept` those that exist without
 * being listed and are left as they are.
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

/** `reported` with every device of the difference in doubt: from now on a crash leaves nobody believing the old list. */
export function inDoubt(reported: Readonly<Record<string, string>>, { changed, gone, switched = [] }: Difference) {
  const health = switched.map(({ deviceId }) => healthKey(deviceId));
  const doubted = [...changed.map(({ endpointId }) => endpointId), ...gone, ...health];
  return { ...reported, ...Object.fromEntries(doubted.map((id) => [id, unsure])) };
}
