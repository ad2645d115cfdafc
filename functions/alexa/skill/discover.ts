import type { AmazonLinkStore } from '#functions/data/alexa/amazon-link-store.ts';
import type { ListDevices } from '#functions/data/alexa/device-list.ts';
import type { Log } from '#functions/platform/log.ts';

import { endpointsOf, type DiscoveryEndpoint } from '../messages/endpoint.ts';

export type DiscoverDeps = { links: Pick<AmazonLinkStore, 'find'>; listDevices: ListDevices; log: Log };

export async function discover(deps: DiscoverDeps, amazonUserId: string): Promise<DiscoveryEndpoint[]> {
  const link = await deps.links.find(amazonUserId);
  if (!link) return [];
  const { devices } = await deps.listDevices(link.workspaceId, link.link);
  return endpointsOf(devices, (deviceId, cause) => deps.log('devices.leftOut', { deviceId }, cause));
}
