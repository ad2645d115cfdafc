import { lineNameOf, type InstanceItem } from '#functions/data/items/instance-item.ts';
import type { InstanceStore, NumberRow } from '#functions/data/whatsapp/instance-store.ts';
import type { Shard } from '#functions/platform/config.ts';
import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import type { ListedLine } from '#functions/providers/whatsapp/gateway.ts';
import { chipTimes } from '#shared/rules/chip-moves.ts';
import { holdsGroups } from '#shared/rules/chip-status.ts';
import { isEnding, isStatedEnd } from '#shared/rules/line-evidence.ts';

import { applyLineFact, type LineFact, type LineFactDeps } from './apply-line-fact.ts';
import { compareLine, isToCompare, type CompareDeps } from './compare-line.ts';
import { renewLineAddress, type RenewAddressDeps } from './line-address.ts';
import { removeOrphans, type OrphanDeps } from './remove-orphans.ts';
import { restartSilentLine, type RestartSilentLineDeps } from './restart-silent-line.ts';
import { restartStuckLine, type RestartStuckLineDeps } from './restart-stuck-line.ts';
import { isWipedOut, lossesIn, mayBeWipedOut } from './usable-gateway.ts';

export type ReconcileDeps = LineFactDeps &
  RenewAddressDeps &
  CompareDeps &
  RestartSilentLineDeps &
  RestartStuckLineDeps &
  OrphanDeps & { instances: Pick<InstanceStore, 'onShard' | 'rows'> };

export type ShardReport = {
  outcome: 'compared' | 'silent' | 'unsuitable';
  /** The expected lines, as they were before this run. */
  records: readonly InstanceItem[];
  missing: number;
  orphans: number;
  restarted: number;
};

const atOnce = 4;
/** The time to reserve for one line. */
const minLineMs = 30_000;

/**
 * Compares the lines of a gateway with the table and repairs both. Draws no conclusions from a gateway that is silent,
 * unsuitable, or has just lost most of its lines.
 */
export async function reconcileShard(
  deps: ReconcileDeps,
  { id: shard }: Shard,
  deadline: Deadline,
): Promise<ShardReport> {
  const rows = await rowsOn(deps, shard);
  const records = rows.map(({ instance }) => instance);
  const at = deps.now();
  const listed = await listLines(deps, shard);
  if (listed.outcome !== 'ok') {
    for (const record of records) await reportLossAfterGrace(deps, record, at);
    return { outcome: listed.outcome, records, missing: 0, orphans: 0, restarted: 0 };
  }
  const lines = new Map(listed.lines.map((line) => [line.line.lineName, line]));
  const found = lossesIn(listed.lines, records);
  const hasLostAll = isWipedOut(found);
  if (hasLostAll) deps.log('line.gatewayLostLines', { shard, ...found });
  const counts = { restarted: 0 };
  await mapConcurrently(rows, atOnce, async (row) => {
    if (deadline.left() <= minLineMs) return;
    const seen = { line: lines.get(lineNameOf(row.instance)), at, hasLostAll, mayHaveLostAll: mayBeWipedOut(found) };
    await reconcileLine(deps, row, seen).then(
      (outcome) => void (outcome === 'restarted' && (counts.restarted += 1)),
      (cause: unknown) => deps.log('line.lookFailed', { instanceId: row.instance.id, shard }, cause),
    );
  });
  const orphans = await removeOrphans(deps, shard, listed.lines);
  return { outcome: 'compared', records, missing: found.missing, orphans, restarted: counts.restarted };
}

type Listed = { outcome: 'ok'; lines: readonly ListedLine[] } | { outcome: 'silent' | 'unsuitable' };

async function listLines({ gateways, log }: ReconcileDeps, shard: string): Promise<Listed> {
  const gateway = gateways.of(shard);
  const checked = await gateway.checkGateway();
  if (checked.outcome === 'ok' && !checked.suitable) {
    log('line.gatewayUnsuitable', { shard, version: checked.version });
    return { outcome: 'unsuitable' };
  }
  const listed = checked.outcome === 'failed' ? checked : await gateway.listLines(shard);
  if (listed.outcome === 'ok') return listed;
  const { code, status } = listed.error;
  log(code === 'unauthorized' ? 'line.gatewayRefusesKey' : 'line.gatewaySilent', { shard, code, status });
  return { outcome: 'silent' };
}

type Kept = NumberRow & { instance: InstanceItem };
type Seen = { line: ListedLine | undefined; at: Date; hasLostAll: boolean; mayHaveLostAll: boolean };

/** Reads the records again, because the index may lag behind. */
async function rowsOn({ instances }: ReconcileDeps, shardId: string): Promise<Kept[]> {
  const ids = (await instances.onShard(shardId)).map(({ workspaceId }) => workspaceId);
  return (await instances.rows(ids)).flatMap(({ workspace, instance }) =>
    instance?.shardId === shardId && instance.chipStatus !== 'DISCONNECTED' && !instance.reference
      ? [{ workspace, instance }]
      : [],
  );
}

async function reconcileLine(
  deps: ReconcileDeps,
  { workspace, instance }: Kept,
  seen: Seen,
): Promise<'restarted' | 'unchanged'> {
  const { id: instanceId, generation, chipStatus } = instance;
  const apply = (fact: LineFact) => applyLineFact(deps, { instanceId, generation, fact, at: seen.at });
  if (workspace.status !== 'ATIVO' || workspace.link?.number !== instance.link) {
    await apply({ kind: 'user', action: 'disconnect' });
    return 'unchanged';
  }
  if (!seen.line) {
    await recreateAbsentLine(deps, instance, apply, seen);
    return 'unchanged';
  }
  const { state, self } = seen.line.snapshot;
  const isDoubtful = seen.hasLostAll || (seen.mayHaveLostAll && !isStatedEnd(state));
  if (isEnding(state) && isDoubtful && holdsGroups(chipStatus)) {
    await reportLossAfterGrace(deps, instance, seen.at);
    return 'unchanged';
  }
  if (state === 'unknown') await reportLossAfterGrace(deps, instance, seen.at);
  await apply({ kind: 'gateway', state, self });
  // A line that is being paired is started by the page.
  if (state === 'stopped' && holdsGroups(chipStatus))
    await deps.gateways.of(seen.line.line.shardId).startLine(seen.line.line);
  if (state !== 'connected' && holdsGroups(chipStatus)) return restartStuckLine(deps, instance, state);
  if (state !== 'connected' || chipStatus !== 'CONNECTED') return 'unchanged';
  if (isToCompare(instance, deps.now())) await compareLine(deps, instance);
  return restartSilentLine(deps, instance);
}

/** Skips a line that is being paired: it may be absent, and its pairing window ends anyway. */
async function recreateAbsentLine(
  deps: ReconcileDeps,
  instance: InstanceItem,
  apply: (fact: LineFact) => Promise<unknown>,
  { hasLostAll, at }: Seen,
): Promise<void> {
  if (!holdsGroups(instance.chipStatus)) return;
  if (hasLostAll) return reportLossAfterGrace(deps, instance, at);
  await apply({ kind: 'gateway', state: 'absent' });
  const now = await deps.instances.findById(instance.id);
  if (now?.generation !== instance.generation || !holdsGroups(now.chipStatus)) return;
  // If the gateway still has the credentials, the line reconnects.
  const outcome = await renewLineAddress(deps, now);
  const { id: instanceId, workspaceId, generation } = instance;
  deps.log('line.recreated', { workspaceId, instanceId, generation, outcome });
}

/** Marks a number as LOST after ten minutes without a confirmed connection. Removes nothing. */
async function reportLossAfterGrace(deps: ReconcileDeps, instance: InstanceItem, at: Date): Promise<void> {
  const { id: instanceId, generation, chipStatus, doubtSince, connectingSince, factAt, connectedAt = 0 } = instance;
  const last = doubtSince ?? connectingSince ?? factAt ?? connectedAt;
  if (chipStatus !== 'CONNECTED' || at.getTime() - last < chipTimes.graceMs) return;
  await applyLineFact(deps, { instanceId, generation, fact: { kind: 'user', action: 'reportLoss' }, at });
}
