import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { boundedCache } from '#functions/platform/bounded-cache.ts';
import type { Log } from '#functions/platform/log.ts';

import { recordLineSeen, type RecordLineSeenDeps } from '../lines/record-line-seen.ts';
import type { KnownLine } from './line-memory.ts';

type Deps = RecordLineSeenDeps & { instances: Pick<InstanceStore, 'find'>; log: Log; now: () => Date };

const everyMs = 15 * 60_000;

/** Each process reads a line's record at most every quarter of an hour. */
export function createRecordAlive(deps: Deps): (line: KnownLine) => Promise<void> {
  const noted = boundedCache<true>(deps.now);
  return async ({ hash, workspaceId, generation }) => {
    const at = deps.now().getTime();
    if (noted.get(hash)) return;
    noted.set(hash, true, at + everyMs);
    try {
      const instance = await deps.instances.find(workspaceId);
      if (instance?.generation === generation) await recordLineSeen(deps, instance, at);
    } catch (cause) {
      deps.log('inbound.notNoted', { workspaceId, generation }, cause);
    }
  };
}
