import type { OutboxEntry } from '#functions/data/outbox/outbox-store.ts';
import type { TransactItem } from '#functions/data/table.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';

/** How the work on one topic ended. */
export type Work =
  | {
      outcome: 'done';
      /** Part of the transaction that deletes the outbox items. */
      writes: readonly TransactItem[];
      /** Called if that transaction fails. */
      overtaken?: () => Promise<void>;
    }
  /** A transient failure. */
  | { outcome: 'retry'; failure: string; retryAfterSeconds?: number }
  /** The table changed in between, so the work must start again. */
  | { outcome: 'moved'; failure: string }
  /** The time was up. */
  | { outcome: 'more' };

export type EntryOf<Topic extends OutboxEntry['topic']> = Extract<OutboxEntry, { topic: Topic }>;

/** One function per topic, which gets all pending entries. */
export type Topics = {
  [Topic in OutboxEntry['topic']]: (entries: readonly EntryOf<Topic>[], deadline: Deadline) => Promise<Work>;
};
