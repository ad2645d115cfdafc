import type { GroupItem } from '#functions/data/items/group-item.ts';
import { lineNameOf, type InstanceItem, type LineLife } from '#functions/data/items/instance-item.ts';
import type { GroupStore } from '#functions/data/whatsapp/group-store.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import type { LineMoveStore } from '#functions/data/whatsapp/line-move-store.ts';
import type { EntryOf, Work } from '#functions/outbox/work.ts';
import type { Log } from '#functions/platform/log.ts';
import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import type { WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';

export type RemoveLineDeps = {
  instances: Pick<InstanceStore, 'find' | 'findById' | 'shares'>;
  moves: Pick<LineMoveStore, 'endShare' | 'expireLine'>;
  groups: Pick<GroupStore, 'list' | 'locks' | 'remove'>;
  gateways: Pick<WhatsAppGateways, 'of'>;
  log: Log;
  now: () => Date;
};

type Entry = EntryOf<'line'>;

/** The time to reserve for one removal. */
const removalMs = 26_000;
const atOnce = 4;

/** Can be repeated after any step. A failing line does not delay the others. */
export async function removeLines(deps: RemoveLineDeps, entries: readonly Entry[], deadline: Deadline): Promise<Work> {
  const over: Entry[] = [];
  for (const entry of entries.toSorted((one, other) => other.generation - one.generation)) {
    const instance = await deps.instances.findById(entry.instanceId);
    if (isAlive(instance, entry)) {
      if (entry.why !== 'unbegun') deps.log('line.stillAlive', ids(entry));
      continue;
    }
    // A line that was never begun owns nothing yet, and the groups may belong to the line before it.
    if (!instance || instance.generation >= entry.generation) await cleanUpAfter(deps, entry);
    over.push(entry);
  }
  const failures: string[] = [];
  let left = over.length;
  await mapConcurrently(over, atOnce, async (entry) => {
    if (deadline.left() < removalMs) return;
    left -= 1;
    const failure = await remove(deps, entry);
    if (failure) failures.push(failure);
  });
  const [failure] = failures;
  if (failure) return { outcome: 'retry', failure };
  return left > 0 ? { outcome: 'more' } : { outcome: 'done', writes: [] };
}

const ids = ({ workspaceId, instanceId, generation, shardId }: Entry) => ({
  workspaceId,
  instanceId,
  generation,
  shard: shardId,
});

/** Guards against removing a line in use. */
const isAlive = (instance: InstanceItem | undefined, { generation }: Entry): boolean =>
  instance?.generation === generation && instance.chipStatus !== 'DISCONNECTED' && !instance.reference;

async function cleanUpAfter(deps: RemoveLineDeps, life: LineLife): Promise<void> {
  const { instances, moves } = deps;
  const shares = (await instances.shares(life.instanceId)).filter(({ generation }) => generation <= life.generation);
  await removeGroups(deps, life, [life.workspaceId, ...shares.map(({ workspaceId }) => workspaceId)]);
  for (const { workspaceId, generation } of shares) {
    const over = { ...life, generation };
    const endShare = async () => moves.endShare(over, await instances.find(workspaceId), workspaceId);
    // Retries once after a conflict. The next run finds shares that remain.
    if ((await endShare()) === 'changed' && (await endShare()) === 'changed')
      throw new Error('A share could not be ended.');
  }
}

/** Also removes locks whose group item is already gone. */
async function removeGroups({ groups }: RemoveLineDeps, life: LineLife, listeners: readonly number[]): Promise<void> {
  const isOver = ({ line }: Pick<GroupItem, 'line'>): boolean =>
    line.instanceId === life.instanceId && line.generation <= life.generation;
  for (const workspaceId of listeners) {
    for (const group of (await groups.list(workspaceId)).filter(isOver)) await groups.remove(group);
  }
  const locks = (await groups.locks(life.instanceId)).filter(isOver);
  for (const { groupId, ...lock } of locks) await groups.remove({ ...lock, id: groupId });
}

/** Returns the error code of a failure. */
async function remove(deps: RemoveLineDeps, entry: Entry): Promise<string | undefined> {
  const failure = await removeAtGateway(deps, entry);
  if (failure) return failure;
  if (entry.lineHash !== undefined) await deps.moves.expireLine(entry.lineHash, deps.now());
  deps.log('line.removed', { ...ids(entry), why: entry.why });
  return undefined;
}

async function removeAtGateway(deps: RemoveLineDeps, entry: Entry): Promise<string | undefined> {
  const { instanceId, generation, shardId } = entry;
  const ref = { shardId, lineName: lineNameOf({ id: instanceId, generation }) };
  const removed = await deps.gateways.of(shardId).removeLine(ref);
  if (removed.outcome === 'ok' || removed.error.code === 'not_found') return undefined;
  const { code, status } = removed.error;
  deps.log(code === 'unauthorized' ? 'line.gatewayRefusesKey' : 'line.notRemoved', { ...ids(entry), code, status });
  return code;
}
