import type { PulseStore } from '#functions/data/pulse-store.ts';
import type { Shard } from '#functions/platform/config.ts';
import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import type { WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';
import { isPairing } from '#shared/rules/chip-status.ts';

import { reconcileShard, type ReconcileDeps, type ShardReport } from './reconcile-shard.ts';

export type ReconcileAllDeps = ReconcileDeps & {
  gateways: Pick<WhatsAppGateways, 'of' | 'shards'>;
  /** For the public status. */
  pulses: Pick<PulseStore, 'keepGateways'>;
  metrics: Metrics;
};

const atOnce = 4;
/** Three runs of five minutes. */
const believedSeconds = 900;

/** Runs every five minutes. Handles each shard separately, so that a failing one does not delay the others. */
export async function reconcile(deps: ReconcileAllDeps, deadline: Deadline): Promise<void> {
  const total = { lost: 0, room: 0 };
  let away = 0;
  const { shards } = deps.gateways;
  if (shards.length === 0) return;
  await mapConcurrently(shards, atOnce, async (shard) => {
    const report = await reconcileShard(deps, shard, deadline).catch((cause: unknown) => {
      deps.log('line.shardFailed', { shard: shard.id }, cause);
      return undefined;
    });
    if (!report) return;
    const { lost, room } = count(deps.metrics, shard, report);
    total.lost += lost;
    total.room += room;
    if (report.outcome === 'silent' || report.outcome === 'unsuitable') away += 1;
  });
  await deps.pulses.keepGateways({ total: shards.length, silent: away }, believedSeconds);
  deps.metrics({ LinesLost: total.lost, LineRoom: total.room }, { job: 'reconcile' });
  deps.log('line.reconciled', { shards: shards.length, ...total });
}

function count(metrics: Metrics, shard: Shard, report: ShardReport): { lost: number; room: number } {
  const { records } = report;
  const ofStatus = (status: string): number => records.filter(({ chipStatus }) => chipStatus === status).length;
  const lost = ofStatus('LOST');
  const room = shard.draining ? 0 : Math.max(0, shard.capacity - records.length);
  metrics(
    {
      GatewaySilent: report.outcome === 'silent' ? 1 : 0,
      GatewayUnsuitable: report.outcome === 'unsuitable' ? 1 : 0,
      LinesConnected: ofStatus('CONNECTED'),
      LinesLost: lost,
      LinesPairing: records.filter(({ chipStatus }) => isPairing(chipStatus)).length,
      LinesMissing: report.missing,
      LinesOrphaned: report.orphans,
      LinesWoken: report.restarted,
      LineRoom: room,
    },
    { shard: shard.id },
  );
  return { lost, room };
}
