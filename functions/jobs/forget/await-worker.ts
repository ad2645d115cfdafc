import { accountPartition, instancePartition, workspacePartition } from '#functions/data/keys.ts';
import type { OutboxItem, OutboxStore } from '#functions/data/outbox/outbox-store.ts';

export type AwaitWorkerDeps = {
  outbox: Pick<OutboxStore, 'pending'>;
  print: (line: string) => void;
  now: () => Date;
  pause: (ms: number) => Promise<void>;
  maxWaitMs: number;
};

type PendingIds = { workspaceIds: readonly number[]; amazonUserIds: readonly string[]; instanceIds: readonly number[] };

const betweenMs = 2_000;

/** Waits until the deadline, or until nothing can change any more. Returns a sentence for each remaining entry. */
export async function awaitWorker(deps: AwaitWorkerDeps, ids: PendingIds): Promise<string[]> {
  const until = deps.now().getTime() + deps.maxWaitMs;
  const isAlive = ({ deadAt }: OutboxItem): boolean => deadAt === undefined;
  let waiting = await pending(deps, ids);
  if (waiting.some(isAlive))
    deps.print('Waiting for the worker to take devices out of Alexa, and lines off gateways...');
  while (waiting.some(isAlive) && deps.now().getTime() < until) {
    await deps.pause(betweenMs);
    waiting = await pending(deps, ids);
  }
  return waiting.map(describe);
}

/** Reads workspaces first, because their entries add work to accounts and numbers. */
async function pending({ outbox }: AwaitWorkerDeps, ids: PendingIds): Promise<OutboxItem[]> {
  const partitions = [
    ...ids.workspaceIds.map(workspacePartition),
    ...ids.amazonUserIds.map(accountPartition),
    ...ids.instanceIds.map(instancePartition),
  ];
  const found: OutboxItem[] = [];
  for (const partition of partitions) {
    const { items, unreadable } = await outbox.pending(partition);
    if (unreadable.length > 0) throw new Error(`The outbox of ${partition} cannot be read by this version.`);
    found.push(...items);
  }
  // Does not wait for an account that another user has linked, or for notifications.
  return found.filter(
    (item) => item.entry.topic !== 'findings' && ids.workspaceIds.some((id) => id === workspaceOf(item)),
  );
}

const workspaceOf = ({ entry }: OutboxItem): number | undefined =>
  'workspaceId' in entry ? entry.workspaceId : undefined;

const describe = ({ entry, attempts, lastFailure, deadAt }: OutboxItem): string =>
  `${entry.topic} of workspace ${'workspaceId' in entry ? entry.workspaceId : ''}: ${deadAt === undefined ? 'still retried' : 'given up'} after ${attempts} failures` +
  (lastFailure === undefined ? '' : ` ("${lastFailure}")`);
