import { readStreamBatch } from '#functions/data/stream-record.ts';
import { processBatch, type StreamDeps } from '#functions/jobs/stream-batch.ts';
import { closeContact } from '#functions/triggers/close-contact.ts';
import { pairReceipts } from '#functions/triggers/receipts/pair-receipts.ts';

import { outboxWorker, workerProviders } from './parts/outbox-worker.ts';
import { receiptPairing } from './parts/receipt-pairing.ts';
import { runHistory } from './parts/run-history.ts';
import { deadlineOf, type TimeLimit } from './parts/time-limit.ts';
import type { SealedWorld } from './world.ts';

/** The table's stream calls it with what passes the filters of `functions/data/stream-filters.ts`. */
export function worker(world: SealedWorld) {
  const { processPartition, contacts } = outboxWorker(world, workerProviders(world));
  const deps: StreamDeps = {
    ...runHistory(world),
    pairReceipts: (triggerId) => pairReceipts(receiptPairing(world), triggerId),
    processPartition: processPartition,
    closeContact: (before, after, deadline) => closeContact(contacts, before, after, deadline),
    log: world.log,
  };
  return (event: unknown, limit: TimeLimit): Promise<void> =>
    processBatch(deps, readStreamBatch(event, world.report), deadlineOf(world, limit));
}
