import type { InstanceItem } from '#functions/data/items/instance-item.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import type { Log } from '#functions/platform/log.ts';
import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import type { WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';
import { holdsGroups } from '#shared/rules/chip-status.ts';

import { renewLineAddress, type RenewAddressDeps } from './line-address.ts';

export type RenewKeysDeps = RenewAddressDeps & {
  instances: Pick<InstanceStore, 'onShard'>;
  gateways: Pick<WhatsAppGateways, 'shards'>;
  log: Log;
};

const atOnce = 4;
/** The time to reserve for one renewal. */
const minLineMs = 30_000;

/**
 * Gives lines new addresses without a new scan. Old addresses stay valid for another hour. Returns how many lines are
 * left for the next call.
 */
export async function renewLineKeys(deps: RenewKeysDeps, deadline: Deadline, before: number): Promise<number> {
  const counts = { renewed: 0, left: 0 };
  for (const shard of deps.gateways.shards) {
    await mapConcurrently(await deps.instances.onShard(shard.id), atOnce, async (seen) => {
      const instance = await deps.instances.find(seen.workspaceId);
      if (!instance || !(await isOld(deps, instance, before))) return;
      const hasTime = deadline.left() > minLineMs;
      const outcome = hasTime ? await renewLineAddress(deps, instance) : 'later';
      if (outcome === 'given') counts.renewed += 1;
      else counts.left += 1;
      if (outcome === 'later') return;
      const { id: instanceId, workspaceId, generation } = instance;
      deps.log(outcome === 'given' ? 'line.keyRenewed' : 'line.keyNotRenewed', {
        instanceId,
        workspaceId,
        generation,
        shard: shard.id,
      });
    });
  }
  deps.log('line.keysRenewed', counts);
  return counts.left;
}

async function isOld({ instances }: RenewKeysDeps, instance: InstanceItem, before: number): Promise<boolean> {
  const { chipStatus, reference, lineHash } = instance;
  if (lineHash === undefined || reference || !holdsGroups(chipStatus)) return false;
  return ((await instances.findLine(lineHash))?.madeAt ?? 0) < before;
}
