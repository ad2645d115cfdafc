import type { OutboxEntry } from '#functions/data/outbox/outbox-store.ts';
import type { TransactItem } from '#functions/data/table.ts';
import type { Deadline } from '#functions/platform/deadline.ts';

/**
 * What came of working on one topic of a partition. `done`: `writes` belong into the transaction that deletes the outbox
 * items; `overtaken` runs when they do not pass. `again`: a failure that may pass. `moved`: what it was working on was
 * changed under its hands, so it is to look again at once. `more`: only the time was up.
 */
export type Work =
  | { outcome: 'done'; writes: readonly TransactItem[]; overtaken?: () => Promise<void> }
  | { outcome: 'again'; failure: string; retryAfterSeconds?: number }
  | { outcome: 'moved'; failure: string }
  | { outcome: 'more' };

export type EntryOf<Topic extends OutboxEntry['topic']> = Extract<OutboxEntry, { topic: Topic }>;

/** One function for each topic; it gets all entries that wait, and ends before `deadline`. */
export type Topics = {
  [Topic in OutboxEntry['topic']]: (entries: readonly EntryOf<Topic>[], deadline: Deadline) => Promise<Work>;
};
