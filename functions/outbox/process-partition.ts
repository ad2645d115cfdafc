import type { LeaseStore } from '#functions/data/outbox/lease-store.ts';
import { subjectOf, type OutboxEntry, type OutboxItem, type OutboxStore } from '#functions/data/outbox/outbox-store.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';

import { isAlive, isEarly, joinBackoff, backoffOf } from './backoff.ts';
import { isDead, pauseAfter } from './retry.ts';
import type { EntryOf, Topics, Work } from './work.ts';

export type PartitionDeps = {
  outbox: Pick<OutboxStore, 'pending' | 'complete' | 'postpone' | 'bury'>;
  leases: Pick<LeaseStore, 'take' | 'release'>;
  topics: Topics;
  log: Log;
  metrics: Metrics;
  now: () => Date;
  newId: () => string;
  random: () => number;
};

export type PartitionResult =
  | 'done'
  /** Another worker holds the lease and will read again before it ends. */
  | 'busy'
  /** An entry waits for its next try. */
  | 'later';

/** The lease outlives the deadline, so that no other worker starts before the last call has ended. */
const leaseMarginMs = 15_000;

/**
 * Processes a partition under a lease until nothing is pending or the deadline has passed. Stores failures for a retry.
 */
export async function processPartition(
  deps: PartitionDeps,
  partition: string,
  deadline: Deadline,
): Promise<PartitionResult> {
  for (;;) {
    const holder = deps.newId();
    const lifeMs = deadline.left() + leaseMarginMs;
    if (!(await deps.leases.take(partition, holder, lifeMs))) return 'busy';
    let result: PartitionResult;
    try {
      result = await workUnderLease(deps, partition, deadline);
    } finally {
      await deps.leases.release(partition, holder);
    }
    if (result !== 'done') return result;
    // Entries added while we held the lease are still pending.
    if (!(await deps.outbox.pending(partition)).items.some(isAlive)) return 'done';
  }
}

async function workUnderLease(deps: PartitionDeps, partition: string, deadline: Deadline): Promise<PartitionResult> {
  for (;;) {
    const { items: found, unreadable } = await deps.outbox.pending(partition);
    for (const key of unreadable) {
      await deps.outbox.bury(key, { now: deps.now(), failure: 'unreadable' });
      deps.log('outbox.unreadable', { item: key.sk });
      countDead(deps, 'unreadable');
    }
    const items = found.filter((item) => !isEarly(item, deps.now()));
    if (!items.some(isAlive)) return found.some(isAlive) ? 'later' : 'done';
    if (deadline.isOver()) return 'later';
    const work = await attempt(deps, items, deadline);
    if (work !== 'done') return work;
  }
}

type Topic = OutboxEntry['topic'];

/** The check of a grant comes first: it may end the grant, which affects mails to the owner and device reports. */
const topicOrder: readonly Topic[] = [
  'checkGrant',
  'tellOwner',
  'accountMoved',
  'tellLineLost',
  'tellDeletion',
  'newDevice',
  'closeContact',
  'lateAnswer',
  'devices',
  'cleanUp',
  'groups',
  'line',
  'findings',
  'mailFindings',
];

async function attempt(
  deps: PartitionDeps,
  items: readonly OutboxItem[],
  deadline: Deadline,
): Promise<PartitionResult> {
  let result: PartitionResult = 'done';
  for (const topic of topicOrder) {
    const ofTopic = items.filter(({ entry }) => entry.topic === topic);
    if (ofTopic.some(isAlive) && (await attemptTopic(deps, topic, ofTopic, deadline)) === 'later') result = 'later';
  }
  return result;
}

async function attemptTopic(
  deps: PartitionDeps,
  topic: Topic,
  items: readonly OutboxItem[],
  deadline: Deadline,
): Promise<PartitionResult> {
  const pause = backoffOf(items, deps.now());
  if (pause) {
    await joinBackoff(deps.outbox, items, pause);
    return 'later';
  }
  const work = await retryMoved(() => runOrRetry(deps, () => run(deps.topics, topic, items, deadline)));
  if (work.outcome === 'more') return 'later';
  if (work.outcome === 'retry' || work.outcome === 'moved') {
    await postpone(deps, items, work);
    return 'later';
  }
  if ((await deps.outbox.complete(items, work.writes)) === 'changed') {
    await work.overtaken?.();
    return 'later';
  }
  return 'done';
}

/** Repeats work at once after a concurrent change of the table, which is not a failure. The fourth result counts. */
const retryMoved = (work: () => Promise<Work>): Promise<Work> =>
  retryOnConflict({ tries: 3, exhausted: work }, async () => {
    const result = await work();
    return result.outcome === 'moved' ? 'conflict' : result;
  });

function run<T extends Topic>(
  topics: Pick<Topics, T>,
  topic: T,
  items: readonly OutboxItem[],
  deadline: Deadline,
): Promise<Work> {
  const isOfTopic = (entry: OutboxEntry): entry is EntryOf<T> => entry.topic === topic;
  return topics[topic](items.map(({ entry }) => entry).filter(isOfTopic), deadline);
}

/** An unexpected error of one account does not stop the others. */
async function runOrRetry(deps: PartitionDeps, work: () => Promise<Work>): Promise<Work> {
  try {
    return await work();
  } catch (cause) {
    deps.log('outbox.failed', {}, cause);
    return { outcome: 'retry', failure: 'failed' };
  }
}

type Failure = { failure: string; retryAfterSeconds?: number };

async function postpone(deps: PartitionDeps, items: readonly OutboxItem[], work: Failure): Promise<void> {
  const now = deps.now();
  const { failure, retryAfterSeconds = 0 } = work;
  const alive = items.filter(isAlive);
  // All entries share one pause, which depends on the entry that failed most often.
  const attempts = Math.max(...alive.map((item) => item.attempts)) + 1;
  const dueAt = new Date(now.getTime() + pauseAfter(attempts, deps.random, retryAfterSeconds * 1000));
  for (const item of alive) {
    const { topic } = item.entry;
    const about = { topic, ...subjectOf(item.entry), failure, attempts };
    if (isDead(item, now)) {
      await deps.outbox.bury(item, { now, failure });
      deps.log('outbox.dead', about);
      countDead(deps, topic);
      continue;
    }
    await deps.outbox.postpone(item, { dueAt, attempts, failure });
    deps.log('outbox.postponed', { ...about, dueAt: dueAt.toISOString() });
  }
}

const countDead = ({ metrics }: PartitionDeps, topic: string): void => metrics({ OutboxDead: 1 }, { topic });
