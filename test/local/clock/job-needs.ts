import {
  billingPartition,
  checkPartition,
  clockPartitions,
  deletionPartition,
  duePartition,
  findingsPartition,
  linesPartition,
  openRunPartition,
  tokensPartition,
} from '#functions/data/keys.ts';

import type { DueTime } from './due-times.ts';

/** Prefixes of the partitions of due work that each job reads. A job does nothing without due work there. */
export const readsDueWork: Readonly<Record<string, readonly string[]>> = {
  sweep: [duePartition, openRunPartition, findingsPartition, tokensPartition],
  checkGrants: [checkPartition],
  lookAtDue: [billingPartition],
  deleteAccounts: [deletionPartition],
  lookAtLines: [linesPartition('')],
  runDue: clockPartitions,
};

/** These jobs scan past events and find the same result until something happens. */
export const looksAround: ReadonlySet<string> = new Set([
  'watchChannels',
  'reconcile',
  'lookForMissedEvents',
  'reseal',
]);

/** A run affects the state of a channel for this long. */
const lookBackMs = 40 * 60_000;
const hourMs = 3_600_000;

/** How often they scan when nothing happens. Long moves scan less often, so that months do not take hours. */
export const calmEveryMs = (wayMs: number): number => (wayMs > 48 * hourMs ? 6 * hourMs : hourMs);

type Around = { due: readonly DueTime[]; stirredAt: number; until: number; calmMs: number };
type Tick = { job: string; everyMs: number; nextAt: number; ranAt: number };

const allPartitions = Object.values(readsDueWork).flat();
const isOf = (partition: string, begins: readonly string[]): boolean =>
  begins.some((begin) => partition.startsWith(begin));

/** The due work that a job reads; undefined for a job that is not listed. An unlisted partition may belong to any job. */
export function dueWorkOf(job: string, due: readonly DueTime[]): readonly DueTime[] | undefined {
  const partitions = readsDueWork[job];
  return partitions && due.filter(({ partition }) => isOf(partition, partitions) || !isOf(partition, allPartitions));
}

/** The first tick that has something to do; undefined if none is known. A job that is not listed always runs. */
export function neededAt(
  { job, everyMs, nextAt, ranAt }: Tick,
  { due, stirredAt, until, calmMs }: Around,
): number | undefined {
  const firstFrom = (moment: number): number => nextAt + Math.max(0, Math.ceil((moment - nextAt) / everyMs)) * everyMs;
  const theirs = dueWorkOf(job, due);
  if (theirs) {
    return theirs.length === 0 ? undefined : firstFrom(Math.min(...theirs.map(({ at }) => at)));
  }
  if (!looksAround.has(job) || nextAt <= stirredAt + lookBackMs) return nextAt;
  // Includes the last tick, so that the stored result is never old.
  const last = nextAt + Math.floor((until - nextAt) / everyMs) * everyMs;
  return Math.min(firstFrom(ranAt + calmMs), Math.max(last, nextAt));
}
