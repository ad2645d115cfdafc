import type { OutboxEntry } from '#functions/data/outbox/outbox-store.ts';
import type { TransactItem } from '#functions/data/table.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';

/**
 * How the work on one topic ended. `done`: `writes` go into the transaction that deletes the outbox items; `overtaken`
 * runs when that fails. `again`: a transient failure. `moved`: the table changed meanwhile, start again. `more`: the time
 * was up.
 */
export type Work =
  | { outcome: 'done'; writes: readonly TransactItem[]; overtaken?: () => Promise<void> }
  | { outcome: 'again'; failure: string; retryAfterSeconds?: number }
  | { outcome: 'moved'; failure: string }
  | { outcome: 'more' };

export type EntryOf<Topic extends OutboxEntry['topic']> = Extract<OutboxEntry, { topic: Topic }>;

/** One function for each topic; it gets all entries that wait. */
export type Topics = {
  [Topic in OutboxEntry['topic']]: (entries: readonly EntryOf<Topic>[], deadline: Deadline) => Promise<Work>;
};
