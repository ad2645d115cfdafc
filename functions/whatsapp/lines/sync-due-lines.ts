import { lineNameOf } from '#functions/data/items/instance-item.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import type { WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';
import type { LineSelf, LineState } from '#functions/providers/whatsapp/gateway.ts';
import { isEnding } from '#shared/rules/line-evidence.ts';

import { applyLineFact, type LineFact, type LineFactDeps } from './apply-line-fact.ts';
import { dueChecks, type DueCheck } from './line-change.ts';
import { isUsableGateway } from './usable-gateway.ts';

export type SyncDueLinesDeps = LineFactDeps & {
  instances: Pick<InstanceStore, 'findById' | 'onShard'>;
  gateways: Pick<WhatsAppGateways, 'of' | 'shards'>;
};

const atOnce = 4;
const askMs = 8_000;
/** The time to reserve for one line: 8 s to describe it and two calls of 5 s to check its gateway. */
const checkMs = 20_000;

/**
 * Runs once a minute. Ends pairings whose code was not scanned and connections that do not come back. Asks the gateway
 * a second time before a connection counts as gone. A line without an answer stays due.
 */
export async function syncDueLines(deps: SyncDueLinesDeps, deadline: Deadline): Promise<void> {
  const until = deps.now().toISOString();
  await mapConcurrently(deps.gateways.shards, atOnce, async ({ id }) => {
    const due = (await deps.instances.onShard(id)).filter(({ dueAt }) => dueAt !== undefined && dueAt <= until);
    await mapConcurrently(due, atOnce, async (instance) => {
      if (deadline.left() <= checkMs) return;
      await syncLine(deps, instance.id).catch((cause: unknown) =>
        deps.log('line.lookFailed', { instanceId: instance.id, shard: id }, cause),
      );
    });
  });
}

/** Reads the record again, because the index may lag behind. */
async function syncLine(deps: SyncDueLinesDeps, instanceId: number): Promise<void> {
  const instance = await deps.instances.findById(instanceId);
  const checks = instance ? dueChecks(instance, deps.now().getTime()) : [];
  if (!instance || instance.shardId === undefined || checks.length === 0) return;
  const { generation, shardId } = instance;
  const at = deps.now();
  const ref = { shardId, lineName: lineNameOf(instance) };
  const { state, self } = await deps.gateways.of(shardId).describeLine(ref, { timeoutMs: askMs });
  const fact = checks.map((check) => factOf(check, state, self)).find((found) => found !== undefined);
  if (!fact || !(await isProven(deps, shardId, fact))) return;
  await applyLineFact(deps, { instanceId, generation, fact, at });
}

/** After a day without a connection, the reported cause no longer matters. */
async function isProven(deps: SyncDueLinesDeps, shardId: string, fact: LineFact): Promise<boolean> {
  if (fact.kind === 'gateway' && fact.confirmed === true) return isUsableGateway(deps, shardId, fact.state);
  return fact.kind === 'clock' && fact.due === 'lostTooLong' ? isUsableGateway(deps, shardId) : true;
}

/** A connected number overrides the clock. Without an answer from the gateway, only a pairing can end. */
function factOf(check: DueCheck, state: LineState, self: LineSelf | undefined): LineFact | undefined {
  if (state === 'connected') return { kind: 'gateway', state, self };
  if (check === 'windowOver' || check === 'silent') return { kind: 'clock', due: check };
  if (state === 'unknown') return undefined;
  return check === 'lostTooLong'
    ? { kind: 'clock', due: check }
    : { kind: 'gateway', state, self, confirmed: isEnding(state) };
}
