import { accountPartition, instancePartition, workspacePartition } from '#functions/data/keys.ts';
import type { OutboxItem } from '#functions/data/outbox/outbox-store.ts';

import type { Operator } from '../operator.ts';
import type { ForgetDeps } from './forget-deps.ts';

type PendingIds = { workspaceIds: readonly number[]; amazonUserIds: readonly string[]; instanceIds: readonly number[] };

const betweenMs = 2_000;
const maxWaitMs = 5 * 60_000;

/** Waits up to five minutes for the worker, or until nothing can change; returns what is left, a sentence each. */
export async function awaitWorker(operator: Operator, deps: ForgetDeps, ids: PendingIds): Promise<string[]> {
  const until = operator.now().getTime() + maxWaitMs;
  const isAlive = ({ deadAt }: OutboxItem): boolean => deadAt === undefined;
  let waiting = await pending(deps, ids);
  if (waiting.some(isAlive))
    operator.say('Waiting for the worker to take devices out of Alexa, and lines off gateways...');
  while (waiting.some(isAlive) && operator.now().getTime() < until) {
    await operator.pause(betweenMs);
    waiting = await pending(deps, ids);
  }
  return waiting.map(describe);
}

/** Workspaces come first, since they add work to accounts and numbers. */
async function pending({ outbox }: ForgetDeps, ids: PendingIds): Promise<OutboxItem[]> {
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
  // Work for an account that another person has linked is not waited for.
  return found.filter(({ entry }) => ids.workspaceIds.includes(entry.workspaceId));
}

const describe = ({ entry: { topic, workspaceId }, attempts, lastFailure, deadAt }: OutboxItem): string =>
  `${topic} of workspace ${workspaceId}: ${deadAt === undefined ? 'still tried' : 'given up'} after ${attempts} failures` +
  (lastFailure === undefined ? '' : ` ("${lastFailure}")`);
