import type { OutboxItem, OutboxStore } from '#functions/data/outbox/outbox-store.ts';

/** A dead entry is kept for an operator and not retried automatically. */
export const isAlive = (item: OutboxItem): boolean => item.deadAt === undefined;

/** Whether an entry was planned for later and is not due yet. */
export const isEarly = (item: OutboxItem, now: Date): boolean =>
  item.lastFailure === undefined && dueOf(item) > Math.max(Date.parse(item.createdAt), now.getTime());

type Pause = { dueAt: Date; failure: string };

/** Returns the pause of a topic after a failure, for all its entries. A requested report and a new link do not wait. */
export function backoffOf(items: readonly OutboxItem[], now: Date): Pause | undefined {
  const failed = items.filter((item) => isAlive(item) && item.lastFailure !== undefined);
  const [next] = failed.toSorted((one, other) => dueOf(one) - dueOf(other));
  if (!next || dueOf(next) <= now.getTime() || items.some(isUrgent)) return undefined;
  return { dueAt: new Date(dueOf(next)), failure: next.lastFailure ?? '' };
}

const dueOf = ({ dueAt }: OutboxItem): number => (dueAt === undefined ? Infinity : Date.parse(dueAt));

const isUrgent = ({ entry, lastFailure }: OutboxItem): boolean =>
  entry.topic === 'devices' && (entry.again !== undefined || entry.anew === true) && lastFailure === undefined;

/** Makes entries that have not failed wait as well. */
export async function joinBackoff(
  outbox: Pick<OutboxStore, 'postpone'>,
  items: readonly OutboxItem[],
  pause: Pause,
): Promise<void> {
  for (const item of items.filter((each) => isAlive(each) && each.lastFailure === undefined)) {
    await outbox.postpone(item, { ...pause, attempts: item.attempts });
  }
}
