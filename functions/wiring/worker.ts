import { firstLookMs } from '#functions/alexa/events/renew-ahead.ts';
import { createWarmTokenStore } from '#functions/data/alexa/warm-token-store.ts';
import { readStreamBatch } from '#functions/data/stream-record.ts';
import { processBatch, type StreamDeps } from '#functions/jobs/stream-batch.ts';
import { closeContact } from '#functions/triggers/close-contact.ts';
import { pairReceipts } from '#functions/triggers/receipts/pair-receipts.ts';

import { outboxWorker, workerProviders, type WorkerProviders } from './parts/outbox-worker.ts';
import { receiptPairing } from './parts/receipt-pairing.ts';
import { runHistory } from './parts/run-history.ts';
import { deadlineOf, type TimeLimit } from './parts/time-limit.ts';
import type { SealedWorld } from './world.ts';

/** Called by the table's stream with the changes that pass the filters of `functions/data/stream-filters.ts`. */
export function worker(world: SealedWorld) {
  const deps = streamWorker(world);
  return (event: unknown, limit: TimeLimit): Promise<void> =>
    processBatch(deps, readStreamBatch(event, world.report), deadlineOf(world, limit));
}

export function streamWorker(world: SealedWorld, providers: WorkerProviders = workerProviders(world)): StreamDeps {
  const { outbox, processPartition, contacts } = outboxWorker(world, providers);
  const pairing = receiptPairing(world);
  return {
    ...runHistory(world),
    keepWarm: keepsWarm(world),
    pairReceipts: (triggerId) => pairReceipts(pairing, triggerId),
    queueLook: ({ workspaceId, id }) =>
      outbox.add({ topic: 'findings', workspaceId }, { id: `run-${id}`, now: world.now() }, []),
    processPartition: processPartition,
    closeContact: (change, deadline) => closeContact(contacts, change, deadline),
    log: world.log,
  };
}

function keepsWarm({ config, table, report }: SealedWorld): StreamDeps['keepWarm'] {
  if (config.RENEW_TOKENS_ON_DEMAND) return () => Promise.resolve();
  const warm = createWarmTokenStore(table, report);
  return ({ workspaceId, at }) => warm.noteRun(workspaceId, new Date(at), new Date(Date.parse(at) + firstLookMs));
}
