import { lineNameOf, type InstanceItem } from '#functions/data/whatsapp/instance-item.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { withTimeout } from '#functions/platform/time/with-timeout.ts';
import type { ListedLine, WhatsAppGateway } from '#functions/providers/whatsapp/gateway.ts';
import { downStates, holdsGroups } from '#shared/rules/chip-status.ts';

export type UsableGatewayDeps = {
  instances: Pick<InstanceStore, 'onShard'>;
  gateways: { of(shardId: string): Pick<WhatsAppGateway, 'checkGateway' | 'listLines'> };
};

const askMs = 5_000;

/**
 * False for another engine or version, for silence, and for a gateway that lost most of its lines at once: then no
 * phone was unlinked.
 */
export async function isUsableGateway(deps: UsableGatewayDeps, shardId: string): Promise<boolean> {
  const checked = await deps.gateways.of(shardId).checkGateway({ timeoutMs: askMs });
  if (checked.outcome !== 'ok' || !checked.suitable) return false;
  return keepsItsLines(deps, shardId);
}

async function keepsItsLines({ instances, gateways }: UsableGatewayDeps, shardId: string): Promise<boolean> {
  const none = { outcome: 'failed' } as const;
  const [listed, records] = await Promise.all([
    withTimeout<typeof none | Listed>(askMs, gateways.of(shardId).listLines(shardId), () => none),
    instances.onShard(shardId),
  ]);
  return listed.outcome === 'ok' && !isWipedOut(lossesIn(listed.lines, records));
}

type Listed = Awaited<ReturnType<WhatsAppGateway['listLines']>>;

/** `over` includes `missing`. */
export function lossesIn(lines: readonly ListedLine[], records: readonly InstanceItem[]) {
  const states = new Map(lines.map(({ line, snapshot }) => [line.lineName, snapshot.state]));
  const paired = records.filter(({ chipStatus }) => holdsGroups(chipStatus));
  const said = paired.map((record) => states.get(lineNameOf(record)) ?? 'absent');
  return {
    paired: paired.length,
    missing: said.filter((state) => state === 'absent').length,
    over: said.filter((state) => state !== 'unknown' && downStates.has(state)).length,
  };
}

/** Most lines over at once: the gateway lost its store. */
export const isWipedOut = ({ paired, over }: ReturnType<typeof lossesIn>): boolean => over >= 3 && over * 2 > paired;
