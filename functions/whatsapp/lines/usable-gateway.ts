import { lineNameOf, type InstanceItem } from '#functions/data/whatsapp/instance-item.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { withTimeout } from '#functions/platform/with-timeout.ts';
import type { ListedLine, WhatsAppGateway } from '#functions/providers/whatsapp/gateway.ts';
import { endingStates, holdsGroups } from '#shared/rules/chip-status.ts';

export type UsableGatewayDeps = {
  instances: Pick<InstanceStore, 'onShard'>;
  gateways: { of(shardId: string): Pick<WhatsAppGateway, 'checkGateway' | 'listLines'> };
};

const askMs = 5_000;

/**
 * Whether a gateway may be believed that a connection is over. One that runs another engine or version than this product
 * knows finds none of its lines connected, one that says nothing says nothing, and one that lost most of its lines at
 * once, or what they log in with, is ours to mend.
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

/** How many numbers are connected, how many of them the gateway has no line for, and how many it calls over, these included. */
export function lossesIn(lines: readonly ListedLine[], records: readonly InstanceItem[]) {
  const states = new Map(lines.map(({ line, snapshot }) => [line.lineName, snapshot.state]));
  const paired = records.filter(({ chipStatus }) => holdsGroups(chipStatus));
  const said = paired.map((record) => states.get(lineNameOf(record)) ?? 'absent');
  return {
    paired: paired.length,
    missing: said.filter((state) => state === 'absent').length,
    over: said.filter((state) => state !== 'unknown' && endingStates.has(state)).length,
  };
}

/**
 * Most lines of a gateway are over together: it lost its store, or what its lines log in with, and no phone has anything
 * to do with it.
 */
export const isWipedOut = ({ paired, over }: ReturnType<typeof lossesIn>): boolean => over >= 3 && over * 2 > paired;
