import { createReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import type { CloseRunsDeps } from '#functions/triggers/receipts/close-runs.ts';

import type { World } from '../world.ts';

export const receiptPairing = ({ table, metrics, log, now, report }: World): CloseRunsDeps => ({
  receipts: createReceiptStore(table, now, report),
  metrics,
  log,
  now,
});
