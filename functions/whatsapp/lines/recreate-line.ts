import { linePartition } from '#functions/data/keys.ts';
import { lineNameOf, type InstanceItem } from '#functions/data/whatsapp/instance-item.ts';
import { lineExpiry, linePut, type InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import type { Seal } from '#functions/platform/secrets/seal.ts';
import type { WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';

export type RecreateDeps = {
  instances: Pick<InstanceStore, 'save' | 'findLine'>;
  gateways: Pick<WhatsAppGateways, 'of'>;
  seal: Pick<Seal, 'seal'>;
  newToken: () => string;
  table: { name: string };
  webhookUrl: string;
  now: () => Date;
};

/** With a new address, because the old one is not stored. A gateway that still has the credentials connects again. */
export async function recreateLine(deps: RecreateDeps, before: InstanceItem): Promise<'recreated' | 'failed'> {
  const { id: instanceId, workspaceId, generation, shardId, lineHash: old } = before;
  if (shardId === undefined) return 'failed';
  const [key, secret] = [deps.newToken(), deps.newToken()];
  const lineHash = hashOf(key);
  const sealedSecret = await deps.seal.seal(secret, linePartition(lineHash));
  const line = linePut(deps.table, lineHash, {
    instanceId,
    workspaceId,
    generation,
    shardId,
    sealedSecret,
    madeAt: deps.now().getTime(),
  });
  const { rev: _, ...after } = { ...before, lineHash };
  const hasOld = old !== undefined && (await deps.instances.findLine(old)) !== undefined;
  const also = [line, ...(hasOld ? [lineExpiry(deps.table, old, deps.now())] : [])];
  if ((await deps.instances.save({ before, after, also })) !== 'saved') return 'failed';
  const ref = { shardId, lineName: lineNameOf(before) };
  const metadata = { instanceId: String(instanceId), generation: String(generation) };
  const url = `${deps.webhookUrl}/prod/whatsapp/${shardId}/${key}`;
  const created = await deps.gateways.of(shardId).createLine(ref, { url, secret, metadata });
  return created.outcome === 'ok' ? 'recreated' : 'failed';
}
