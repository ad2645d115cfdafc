import type { OutboxItem, OutboxStore } from '#functions/data/outbox/outbox-store.ts';

/** A dead entry stays for people to look at, and is not tried by itself. */
export const isAlive = (item: OutboxItem): boolean => item.deadAt === undefined;

type Pause = { dueAt: Date; failure: string };

/**
 * What failed waits for its next try, and so does whatever came to the same topic meanwhile: a provider that asked for
 * a pause asked for it from all of us. Only who asks by hand to be told again does not wait, nor does a new link: what
 * the old one ran into may be over.
 */
export function pauseOf(items: readonly OutboxItem[], now: Date): Pause | undefined {
  const failed = items.filter((item) => isAlive(item) && item.lastFailure !== undefined);
  const [next] = failed.toSorted((one, other) => dueOf(one) - dueOf(other));
  if (!next || dueOf(next) <= now.getTime() || items.some(isUrgent)) return undefined;
  return { dueAt: new Date(dueOf(next)), failure: next.lastFailure ?? '' };
}

const dueOf = ({ dueAt }: OutboxItem): number => (dueAt === undefined ? Infinity : Date.parse(dueAt));

const isUrgent = ({ entry, lastFailure }: OutboxItem): boolean =>
  entry.topic === 'devices' && (entry.again !== undefined || entry.anew === true) && lastFailure === undefined;

/** Makes newcomers wait as well. */
export async function joinPause(
  outbox: Pick<OutboxStore, 'postpone'>,
  items: readonly OutboxItem[],
  pause: Pause,
): Promise<void> {
  for (const item of items.filter((each) => isAlive(each) && each.lastFailure === undefined)) {
    await outbox.postpone(item, { ...pause, attempts: item.attempts });
  }
}
