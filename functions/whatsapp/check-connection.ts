import type { InstanceItem } from '#functions/data/instance-item.ts';
import type { LineState } from '#functions/providers/whatsapp/gateway.ts';
import { chipTimes, holdsGroups } from '#shared/rules/chip-status.ts';

import { lookAtLine, type LookDeps } from './line-at-gateway.ts';
import { myInstance, type InstanceRequest, type MineDeps } from './my-instance.ts';

/**
 * Whether the number is connected. The page puts everything away when it is not, so weather never says so: a line that
 * was connected within ten minutes counts as connected while nobody can tell.
 */
export async function checkConnection(
  deps: MineDeps & LookDeps,
  request: InstanceRequest,
): Promise<{ connected: boolean }> {
  const { root } = await myInstance(deps, request);
  if (!root || !holdsGroups(root.instance.chipStatus)) return { connected: false };
  const { snapshot, chipStatus } = await lookAtLine(deps, root.instance);
  const isUp = chipStatus === 'CONNECTED' && snapshot.state === 'connected';
  const mayBeUp = isWeather(snapshot.state) && holdsGroups(chipStatus) && wasUp(root.instance, deps.now());
  return { connected: isUp || mayBeUp };
}

const isWeather = (state: LineState): boolean => state === 'connecting' || state === 'unknown';

function wasUp({ connectingSince, factAt, connectedAt }: InstanceItem, now: Date): boolean {
  const last = connectingSince ?? factAt ?? connectedAt;
  return last !== undefined && now.getTime() - last < chipTimes.graceMs;
}
