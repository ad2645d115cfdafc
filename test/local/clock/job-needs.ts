import {
  billingPartition,
  checkPartition,
  clockPartitions,
  deletionPartition,
  duePartition,
  linesPartition,
  openRunPartition,
} from '#functions/data/keys.ts';

import type { DueTime } from './due-times.ts';

/** How a job begins the names of the partitions of due work that it reads: without due work there, it does nothing. */
export const readsDueWork: Readonly<Record<string, readonly string[]>> = {
  sweep: [duePartition, openRunPartition],
  checkGrants: [checkPartition],
  lookAtDue: [billingPartition],
  deleteAccounts: [deletionPartition],
  lookAtLines: [linesPartition('')],
  runDue: clockPartitions,
};

/** They look at what happened, and find the same again while nothing happens. */
export const looksAround: ReadonlySet<string> = new Set([
  'watchChannels',
  'reconcile',
  'lookForMissedEvents',
  'reseal',
]);

/** For as long a run counts in the state of a channel. */
const lookBackMs = 40 * 60_000;
const hourMs = 3_600_000;

/** How often they look when nothing happens: less often on a long way, so that months do not take hours. */
export const calmEveryMs = (wayMs: number): number => (wayMs > 48 * hourMs ? 6 * hourMs : hourMs);

type Around = { due: readonly DueTime[]; stirredAt: number; until: number; calmMs: number };
type Tick = { job: string; everyMs: number; nextAt: number; ranAt: number };

const allPartitions = Object.values(readsDueWork).flat();
const isOf = (partition: string, begins: readonly string[]): boolean =>
  begins.some((begin) => partition.startsWith(begin));

/**
 * The first tick that has something to do; undefined when none is known. A job that is named nowhere here always runs,
 * and a partition that is named nowhere may be of any job.
 */
export function neededAt(
  { job, everyMs, nextAt, ranAt }: Tick,
  { due, stirredAt, until, calmMs }: Around,
): number | undefined {
  const firstFrom = (moment: number): number => nextAt + Math.max(0, Math.ceil((moment - nextAt) / everyMs)) * everyMs;
  const partitions = readsDueWork[job];
  if (partitions) {
    const theirs = due.filter(({ partition }) => isOf(partition, partitions) || !isOf(partition, allPartitions));
    return theirs.length === 0 ? undefined : firstFrom(Math.min(...theirs.map(({ at }) => at)));
  }
  if (!looksAround.has(job) || nextAt <= stirredAt + lookBackMs) return nextAt;
  // The last one counts as well, so that what it keeps is never old.
  const last = nextAt + Math.floor((until - nextAt) / everyMs) * everyMs;
  return Math.min(firstFrom(ranAt + calmMs), Math.max(last, nextAt));
}
