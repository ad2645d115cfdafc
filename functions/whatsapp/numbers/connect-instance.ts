import { sameLink } from '#functions/data/alexa/same-link.ts';
import { linePartition } from '#functions/data/keys.ts';
import type { InstanceItem } from '#functions/data/whatsapp/instance-item.ts';
import { linePut, type InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import type { Seal } from '#functions/platform/secrets/seal.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import type { Instance } from '#shared/contracts/whatsapp.ts';
import { Refusal } from '#shared/refusals.ts';
import { isPairing } from '#shared/rules/chip-status.ts';

import { applyLineFact, type Beginning } from '../lines/apply-line-fact.ts';
import { chooseShard, type PlacementDeps } from '../lines/choose-shard.ts';
import type { EffectiveNumber } from '../lines/effective-number.ts';
import { lineAt, refreshLine, unavailable, type RefreshDeps } from '../lines/line-at-gateway.ts';
import { instanceNow } from './instance-reply.ts';
import { ownRecord, type OwnRecordDeps } from './own-record.ts';
import { requireWhatsApp, type RequireWhatsAppDeps } from './require-whatsapp.ts';

export type ConnectDeps = RequireWhatsAppDeps &
  RefreshDeps &
  PlacementDeps &
  OwnRecordDeps & {
    instances: Pick<InstanceStore, 'findById'>;
    seal: Pick<Seal, 'seal'>;
    newToken: () => string;
    /** The host of webhook addresses. */
    webhookUrl: string;
  };

type ConnectInput = { userId: string; workspaceId: number };

/** Two clicks or two pages mean one line. */
const sameClickMs = 15_000;

/**
 * Answers the current number when it is connected or pairing. Throws why not: by `requireWhatsApp`,
 * `instance.alreadyConnected` for a shared number, `whatsapp.full`, `whatsapp.notConfigured`, `whatsapp.unavailable`.
 */
export async function connectInstance(deps: ConnectDeps, input: ConnectInput): Promise<Instance> {
  return retryOnConflict({ tries: 3, exhausted: busy }, async () => {
    const number = await requireWhatsApp(deps, input.workspaceId);
    const { instance } = number;
    if (instance && (await isUnderWay(deps, number))) return instanceNow(deps, input.workspaceId);
    return (await begin(deps, input, number)) ? instanceNow(deps, input.workspaceId) : 'conflict';
  });
}

const busy = (): never => {
  throw new Refusal('server.busy', { retryAfterSeconds: 1 });
};

async function isUnderWay(deps: ConnectDeps, { instance, root }: EffectiveNumber): Promise<boolean> {
  if (!root || !instance) return false;
  if (root.instance.id !== instance.id) throw new Refusal('instance.alreadyConnected');
  const { chipStatus, connectingSince = 0 } = instance;
  if (isPairing(chipStatus) && deps.now().getTime() - connectingSince < sameClickMs) return true;
  return chipStatus === 'CONNECTED' || isConnectedByNow(deps, instance);
}

/** Creating a line may take 25 s, and API Gateway waits for 29. */
const briefMs = 3_000;

/** A new line loses groups and scan, so the gateway is asked first, and its failure begins none. */
async function isConnectedByNow(deps: ConnectDeps, instance: InstanceItem): Promise<boolean> {
  const { snapshot, chipStatus } = await refreshLine(deps, instance, briefMs);
  if (snapshot.state === 'unknown') throw unavailable();
  return chipStatus === 'CONNECTED';
}

/** False after a conflict. */
async function begin(
  deps: ConnectDeps,
  input: ConnectInput,
  { instance, link }: EffectiveNumber & { link: number },
): Promise<boolean> {
  const shardId = await chooseShard(deps);
  const record = instance ?? (await ownRecord(deps, { ...input, link }));
  if (!record) return false;
  const key = deps.newToken();
  const secret = deps.newToken();
  const lineHash = hashOf(key);
  const sealedSecret = await deps.seal.seal(secret, linePartition(lineHash));
  const also: Beginning['also'] = ({ generation }) => [
    linePut(deps.table, lineHash, {
      ...lifeOf(record),
      generation,
      shardId,
      sealedSecret,
      madeAt: deps.now().getTime(),
    }),
    sameLink(deps.table, input.workspaceId, link),
  ];
  const { id: instanceId, generation } = record;
  const fact = { kind: 'user', action: 'connect', begin: { shardId, lineHash, link, also } } as const;
  const begun = await applyLineFact(deps, { instanceId, generation, fact, at: deps.now() });
  if (begun.outcome !== 'applied') return false;
  await createLine(deps, { ...begun.instance, rev: record.rev }, { key, secret });
  return true;
}

const lifeOf = ({ id: instanceId, workspaceId }: InstanceItem) => ({ instanceId, workspaceId });

/** Undone when the gateway fails. */
async function createLine(deps: ConnectDeps, instance: InstanceItem, { key, secret }: { key: string; secret: string }) {
  const { gateway, ref } = lineAt(deps, instance);
  const { id: instanceId, generation } = instance;
  const metadata = { instanceId: String(instanceId), generation: String(generation) };
  const url = `${deps.webhookUrl}/prod/whatsapp/${ref.shardId}/${key}`;
  const created = await gateway.createLine(ref, { url, secret, metadata });
  if (created.outcome === 'ok') return;
  const { code, status } = created.error;
  deps.log('line.notCreated', { instanceId, generation, shard: ref.shardId, code, status });
  const fact = { kind: 'user', action: 'abandon' } as const;
  await applyLineFact(deps, { instanceId, generation, fact, at: deps.now() });
  throw unavailable();
}
