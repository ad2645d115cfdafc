import type { LeaseStore } from '#functions/data/outbox/lease-store.ts';
import type { OutboxEntry, OutboxItem, OutboxStore } from '#functions/data/outbox/outbox-store.ts';
import type { Deadline } from '#functions/platform/deadline.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Metrics } from '#functions/platform/metrics.ts';

import { isAlive, joinPause, pauseOf } from './backoff.ts';
import { isDead, pauseAfter } from './retry.ts';
import type { EntryOf, Topics, Work } from './work.ts';

export type WorkOffDeps = {
  outbox: Pick<OutboxStore, 'pending' | 'complete' | 'postpone' | 'bury'>;
  leases: Pick<LeaseStore, 'take' | 'release'>;
  topics: Topics;
  log: Log;
  metrics: Metrics;
  now: () => Date;
  newId: () => string;
  random: () => number;
};

/** `busy`: another worker has it and will look again before it goes. `later`: something waits for its next try. */
export type WorkedOff = 'done' | 'busy' | 'later';

/** The lease outlives the deadline by this much, so that nobody is overtaken while an answer is on its way. */
const leaseMarginMs = 15_000;

/**
 * Works through everything that waits in a partition, alone, until nothing is left or `deadline` comes.
 * A provider's failure is written down for the next try, never thrown.
 */
export async function workOff(deps: WorkOffDeps, partition: string, deadline: Deadline): Promise<WorkedOff> {
  for (;;) {
    const holder = deps.newId();
    const lifeMs = deadline.left() + leaseMarginMs;
    if (!(await deps.leases.take(partition, holder, lifeMs))) return 'busy';
    let result: WorkedOff;
    try {
      result = await workUnderLease(deps, partition, deadline);
    } finally {
      await deps.leases.release(partition, holder);
    }
    if (result !== 'done') return result;
    // Whoever came meanwhile found the lease taken and went away: what they came for is still there.
    if (!(await deps.outbox.pending(partition)).items.some(isAlive)) return 'done';
  }
}

async function workUnderLease(deps: WorkOffDeps, partition: string, deadline: Deadline): Promise<WorkedOff> {
  for (;;) {
    const { items, unreadable } = await deps.outbox.pending(partition);
    for (const key of unreadable) {
      await deps.outbox.bury(key, { now: deps.now(), failure: 'unreadable' });
      deps.log('outbox.unreadable', { item: key.sk });
      countDead(deps, 'unreadable');
    }
    if (!items.some(isAlive)) return 'done';
    if (deadline.isOver()) return 'later';
    const work = await attempt(deps, items, deadline);
    if (work !== 'done') return work;
  }
}

type Topic = OutboxEntry['topic'];

/** A check may find that nobody listens any more, which its owner and the reports have to know. */
const topicOrder: readonly Topic[] = [
  'checkGrant',
  'tellOwner',
  'tellLineLost',
  'closeContact',
  'devices',
  'cleanUp',
  'groups',
  'line',
];

/** Each topic by itself: one that has to wait does not hold up the others. */
async function attempt(deps: WorkOffDeps, items: readonly OutboxItem[], deadline: Deadline): Promise<WorkedOff> {
  let result: WorkedOff = 'done';
  for (const topic of topicOrder) {
    const ofTopic = items.filter(({ entry }) => entry.topic === topic);
    if (ofTopic.some(isAlive) && (await attemptTopic(deps, topic, ofTopic, deadline)) === 'later') result = 'later';
  }
  return result;
}

async function attemptTopic(
  deps: WorkOffDeps,
  topic: Topic,
  items: readonly OutboxItem[],
  deadline: Deadline,
): Promise<WorkedOff> {
  const pause = pauseOf(items, deps.now());
  if (pause) {
    await joinPause(deps.outbox, items, pause);
    return 'later';
  }
  const work = await untilItStands(() => guarded(deps, () => run(deps.topics, topic, items, deadline)));
  if (work.outcome === 'more') return 'later';
  if (work.outcome === 'again' || work.outcome === 'moved') {
    await postpone(deps, items, work);
    return 'later';
  }
  if ((await deps.outbox.complete(items, work.writes)) === 'changed') {
    await work.overtaken?.();
    return 'later';
  }
  return 'done';
}

/** Nobody refused anything when people changed the table meanwhile, so that is no reason to wait. */
async function untilItStands(look: () => Promise<Work>): Promise<Work> {
  let work = await look();
  for (let looks = 1; work.outcome === 'moved' && looks < 4; looks += 1) work = await look();
  return work;
}

function run<T extends Topic>(
  topics: Pick<Topics, T>,
  topic: T,
  items: readonly OutboxItem[],
  deadline: Deadline,
): Promise<Work> {
  const isOfTopic = (entry: OutboxEntry): entry is EntryOf<T> => entry.topic === topic;
  return topics[topic](items.map(({ entry }) => entry).filter(isOfTopic), deadline);
}

/** A surprise waits for its next try like any failure: one broken account must not hold up the others. */
async function guarded(deps: WorkOffDeps, work: () => Promise<Work>): Promise<Work> {
  try {
    return await work();
  } catch (cause) {
    deps.log('outbox.failed', {}, cause);
    return { outcome: 'again', failure: 'failed' };
  }
}

type Failure = { failure: string; retryAfterSeconds?: number };

async function postpone(deps: WorkOffDeps, items: readonly OutboxItem[], work: Failure): Promise<void> {
  const now = deps.now();
  const { failure, retryAfterSeconds = 0 } = work;
  const alive = items.filter(isAlive);
  // One pause for all, by the longest row of failures: a newcomer does not bring the others forward.
  const attempts = Math.max(...alive.map((item) => item.attempts)) + 1;
  const dueAt = new Date(now.getTime() + pauseAfter(attempts, deps.random, retryAfterSeconds * 1000));
  for (const item of alive) {
    const { topic, workspaceId } = item.entry;
    if (isDead(item, now)) {
      await deps.outbox.bury(item, { now, failure });
      deps.log('outbox.dead', { topic, workspaceId, failure, attempts });
      countDead(deps, topic);
      continue;
    }
    await deps.outbox.postpone(item, { dueAt, attempts, failure });
    deps.log('outbox.postponed', { topic, workspaceId, failure, attempts, dueAt: dueAt.toISOString() });
  }
}

const countDead = ({ metrics }: WorkOffDeps, topic: string): void => metrics({ OutboxDead: 1 }, { topic });
