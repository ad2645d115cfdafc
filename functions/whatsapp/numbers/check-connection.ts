import type { InstanceItem } from '#functions/data/items/instance-item.ts';
import { isTableBusy } from '#functions/platform/table-busy.ts';
import type { LineState } from '#functions/providers/whatsapp/gateway.ts';
import { chipTimes } from '#shared/rules/chip-moves.ts';
import type { ChipStatus } from '#shared/rules/chip-status.ts';
import { holdsGroups } from '#shared/rules/chip-status.ts';

import { refreshLine, type RefreshDeps } from '../lines/line-at-gateway.ts';
import { requestComparison, type RequestComparisonDeps } from '../lines/request-comparison.ts';
import { myInstance, type InstanceRequest, type MyInstanceDeps } from './my-instance.ts';

/**
 * The page removes everything when this returns false. So a line counts as connected for ten minutes after its last
 * good state.
 */
export async function checkConnection(
  deps: MyInstanceDeps & RefreshDeps & RequestComparisonDeps,
  request: InstanceRequest,
): Promise<{ connected: boolean }> {
  const { root } = await myInstance(deps, request);
  if (!root || !holdsGroups(root.instance.chipStatus)) return { connected: false };
  const { state, chipStatus } = await refresh(deps, root.instance);
  const isUp = chipStatus === 'CONNECTED' && state === 'connected';
  if (isUp) await requestComparison(deps, root.instance);
  const mayBeUp = isTransient(state) && holdsGroups(chipStatus) && wasUp(root.instance, deps.now());
  return { connected: isUp || mayBeUp };
}

/** Returns `unknown` after a conflict, which proves nothing about the connection. */
async function refresh(
  deps: RefreshDeps,
  instance: InstanceItem,
): Promise<{ state: LineState; chipStatus: ChipStatus }> {
  try {
    const { snapshot, chipStatus } = await refreshLine(deps, instance);
    return { state: snapshot.state, chipStatus };
  } catch (error) {
    if (!isTableBusy(error)) throw error;
    return { state: 'unknown', chipStatus: instance.chipStatus };
  }
}

const isTransient = (state: LineState): boolean => state === 'connecting' || state === 'unknown';

function wasUp({ connectingSince, factAt, connectedAt }: InstanceItem, now: Date): boolean {
  const last = connectingSince ?? factAt ?? connectedAt;
  return last !== undefined && now.getTime() - last < chipTimes.graceMs;
}
