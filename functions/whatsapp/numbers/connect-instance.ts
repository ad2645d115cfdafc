import { sameLink } from '#functions/data/alexa/same-link.ts';
import { lineNameOf, type InstanceItem } from '#functions/data/items/instance-item.ts';
import { outboxPut } from '#functions/data/outbox/outbox-store.ts';
import { transact, type Table } from '#functions/data/table.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import type { Instance } from '#shared/contracts/whatsapp.ts';
import { Refusal } from '#shared/refusals.ts';
import { holdsGroups, isPairing } from '#shared/rules/chip-status.ts';

import { applyLineFact, type Beginning } from '../lines/apply-line-fact.ts';
import { chooseShard, type PlacementDeps } from '../lines/choose-shard.ts';
import type { EffectiveNumber } from '../lines/effective-number.ts';
import { newAddress, type AddressDeps, type LineAddress } from '../lines/line-address.ts';
import { refreshLine, unavailable, type RefreshDeps } from '../lines/line-at-gateway.ts';
import { instanceNow } from './instance-reply.ts';
import { ownRecord, type OwnRecordDeps } from './own-record.ts';
import { requireWhatsApp, type RequireWhatsAppDeps } from './require-whatsapp.ts';

export type ConnectInstanceDeps = RequireWhatsAppDeps &
  RefreshDeps &
  PlacementDeps &
  OwnRecordDeps &
  AddressDeps & { table: Table; instances: Pick<InstanceStore, 'findById' | 'claimStart'> };

type ConnectInput = { userId: string; workspaceId: number };

/** Two clicks or two open pages within this time start one line. */
const sameClickMs = 15_000;

/**
 * Starts a new line. Returns the current number if it is connected or its pairing has just begun. Throws what
 * `requireWhatsApp` throws, and `instance.alreadyConnected` for a shared number, `whatsapp.full`,
 * `whatsapp.notConfigured`, `whatsapp.unavailable`.
 */
export async function connectInstance(deps: ConnectInstanceDeps, input: ConnectInput): Promise<Instance> {
  return retryOnConflict({ tries: 3 }, async () => {
    const number = await requireWhatsApp(deps, input.workspaceId);
    const { instance } = number;
    if (instance && (await isUnderWay(deps, number))) return instanceNow(deps, input.workspaceId);
    return (await begin(deps, input, number)) ? instanceNow(deps, input.workspaceId) : 'conflict';
  });
}

async function isUnderWay(deps: ConnectInstanceDeps, { instance, root }: EffectiveNumber): Promise<boolean> {
  if (!root || !instance) return false;
  if (root.instance.id !== instance.id) throw new Refusal('instance.alreadyConnected');
  const { chipStatus, connectingSince = 0 } = instance;
  if (isPairing(chipStatus) && deps.now().getTime() - connectingSince < sameClickMs) return true;
  return chipStatus === 'CONNECTED' || isConnectedByNow(deps, instance);
}

/** Short, because creating a line may take 25 s and API Gateway waits for 29 s. */
const briefMs = 3_000;

/** A new line loses the groups and needs a new scan, so ask the gateway first and start none if it does not answer. */
async function isConnectedByNow(deps: ConnectInstanceDeps, instance: InstanceItem): Promise<boolean> {
  const { snapshot, chipStatus } = await refreshLine(deps, instance, briefMs);
  if (snapshot.state === 'unknown') throw unavailable();
  return chipStatus === 'CONNECTED';
}

/** Returns false after a conflict. */
async function begin(
  deps: ConnectInstanceDeps,
  input: ConnectInput,
  { instance, link }: EffectiveNumber & { link: number },
): Promise<boolean> {
  const shardId = await chooseShard(deps);
  const record = instance ?? (await ownRecord(deps, { ...input, link }));
  if (!record) return false;
  const next = { ...lifeOf(record), generation: record.generation + 1, shardId };
  const address = await newAddress(deps, next);
  const hasMuchToLose = holdsGroups(record.chipStatus);
  if (hasMuchToLose) {
    // Without this claim, two processes could leave one's address at the gateway and the other's in the table.
    if (!(await deps.instances.claimStart(record, createMs))) return false;
    await removeUnlessBegun(deps, next);
    await createLine(deps, next, address);
  }
  const { id: instanceId, generation } = record;
  const also: Beginning['also'] = () => [address.put, sameLink(deps.table, input.workspaceId, link)];
  const beginning = { shardId, lineHash: address.lineHash, link, also };
  const fact = { kind: 'user', action: 'connect', begin: beginning } as const;
  const begun = await applyLineFact(deps, { instanceId, generation, fact, at: deps.now() });
  if (begun.outcome !== 'applied') return false;
  if (!hasMuchToLose) await createOrAbandon(deps, next, address);
  return true;
}

const lifeOf = ({ id: instanceId, workspaceId }: InstanceItem) => ({ instanceId, workspaceId });

type NextLine = ReturnType<typeof lifeOf> & { generation: number; shardId: string };

/** The time that creating and storing a line may take. */
const createMs = 30_000;
const unbegunMs = 600_000;

/** Queues the removal of the new line, in case this process dies before the line is stored. */
async function removeUnlessBegun(deps: ConnectInstanceDeps, next: NextLine): Promise<void> {
  const now = deps.now();
  const made = { id: deps.newId(), now, dueAt: new Date(now.getTime() + unbegunMs) };
  await transact(deps.table, [outboxPut(deps.table, { topic: 'line', ...next, why: 'unbegun' }, made)]);
}

async function createOrAbandon(deps: ConnectInstanceDeps, next: NextLine, address: LineAddress): Promise<void> {
  try {
    await createLine(deps, next, address);
  } catch (error) {
    const { instanceId, generation } = next;
    const fact = { kind: 'user', action: 'abandon' } as const;
    await applyLineFact(deps, { instanceId, generation, fact, at: deps.now() });
    throw error;
  }
}

async function createLine(deps: ConnectInstanceDeps, next: NextLine, { webhook }: LineAddress): Promise<void> {
  const { instanceId, generation, shardId } = next;
  const ref = { shardId, lineName: lineNameOf({ id: instanceId, generation }) };
  const created = await deps.gateways.of(shardId).createLine(ref, webhook);
  if (created.outcome === 'ok') return;
  const { code, status } = created.error;
  deps.log('line.notCreated', { instanceId, generation, shard: shardId, code, status });
  throw unavailable();
}
