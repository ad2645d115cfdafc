import { lineNameOf, type InstanceItem, type LineLife } from '#functions/data/items/instance-item.ts';
import { linePartition } from '#functions/data/keys.ts';
import { transact, type Table, type TransactItem } from '#functions/data/table.ts';
import { lineExpiry, linePut, type InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import type { Seal } from '#functions/platform/secrets/seal.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import type { WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';
import type { LineWebhook } from '#functions/providers/whatsapp/gateway.ts';

export type AddressDeps = {
  table: { name: string };
  seal: Pick<Seal, 'seal'>;
  newToken: () => string;
  /** The origin of webhook addresses. */
  webhookUrl: string;
  now: () => Date;
};

export type LineAddress = {
  lineHash: string;
  /** For the gateway. */
  webhook: LineWebhook;
  /** For the table, with the secret sealed. */
  put: TransactItem;
};

export async function newAddress(deps: AddressDeps, line: LineLife & { shardId: string }): Promise<LineAddress> {
  const { instanceId, workspaceId, generation, shardId } = line;
  const [key, secret] = [deps.newToken(), deps.newToken()];
  const lineHash = hashOf(key);
  const sealedSecret = await deps.seal.seal(secret, linePartition(lineHash));
  const stored = { instanceId, workspaceId, generation, shardId, sealedSecret, madeAt: deps.now().getTime() };
  return {
    lineHash,
    webhook: {
      url: `${deps.webhookUrl}/prod/whatsapp/${shardId}/${key}`,
      secret,
      metadata: { instanceId: String(instanceId), generation: String(generation) },
    },
    put: linePut(deps.table, lineHash, stored),
  };
}

export type RenewAddressDeps = Omit<AddressDeps, 'table'> & {
  table: Table;
  instances: Pick<InstanceStore, 'find' | 'findLine' | 'save'>;
  gateways: Pick<WhatsAppGateways, 'of'>;
};

/** Also creates the line if the gateway lacks it. Both addresses are valid until the gateway has the new one. */
export async function renewLineAddress(deps: RenewAddressDeps, before: InstanceItem): Promise<'given' | 'failed'> {
  const { id: instanceId, workspaceId, generation, shardId, lineHash: old } = before;
  if (shardId === undefined) return 'failed';
  const { lineHash, webhook, put } = await newAddress(deps, { instanceId, workspaceId, generation, shardId });
  await transact(deps.table, [put]);
  const ref = { shardId, lineName: lineNameOf(before) };
  const given = await deps.gateways.of(shardId).createLine(ref, webhook);
  // The gateway may have stored the new address, so both stay valid.
  if (given.outcome !== 'ok') return 'failed';
  return (await storeAddress(deps, before, { lineHash, old })) ? 'given' : 'failed';
}

/** Retries after a conflict unless the line has been replaced. */
async function storeAddress(
  { instances, table, now }: RenewAddressDeps,
  seen: InstanceItem,
  { lineHash, old }: { lineHash: string; old: string | undefined },
): Promise<boolean> {
  let before: InstanceItem | undefined = seen;
  const isStored = old !== undefined && (await instances.findLine(old)) !== undefined;
  const also = isStored ? [lineExpiry(table, old, now())] : [];
  return retryOnConflict({ exhausted: () => false }, async () => {
    if (before?.generation !== seen.generation || before.lineHash !== old) return false;
    const { rev: _, ...after } = { ...before, lineHash };
    if ((await instances.save({ before, after, also })) === 'saved') return true;
    before = await instances.find(seen.workspaceId);
    return 'conflict';
  });
}
