import { lineNameOf, type InstanceItem } from '#functions/data/items/instance-item.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { withTimeout } from '#functions/platform/time/with-timeout.ts';
import type { LineState, ListedLine, WhatsAppGateway } from '#functions/providers/whatsapp/gateway.ts';
import { holdsGroups } from '#shared/rules/chip-status.ts';
import { isDown, isStatedEnd } from '#shared/rules/line-evidence.ts';

export type UsableGatewayDeps = {
  instances: Pick<InstanceStore, 'onShard'>;
  gateways: { of(shardId: string): Pick<WhatsAppGateway, 'checkGateway' | 'listLines'> };
};

const askMs = 5_000;

/**
 * Whether an end that the gateway reports can be trusted. False for an unsuitable engine or version and for a silent
 * gateway. Also false for a gateway that lost most of its lines at once, because then no phone was unlinked. `said` is
 * the reported state. Unless it states its cause, the phone or the gateway itself may be the cause.
 */
export async function isUsableGateway(deps: UsableGatewayDeps, shardId: string, said?: LineState): Promise<boolean> {
  const checked = await deps.gateways.of(shardId).checkGateway({ timeoutMs: askMs });
  if (checked.outcome !== 'ok' || !checked.suitable) return false;
  const losses = await lossesAt(deps, shardId);
  if (!losses || isWipedOut(losses)) return false;
  return said === undefined || isStatedEnd(said) || !mayBeWipedOut(losses);
}

async function lossesAt({ instances, gateways }: UsableGatewayDeps, shardId: string): Promise<Losses | undefined> {
  const none = { outcome: 'failed' } as const;
  const [listed, records] = await Promise.all([
    withTimeout<typeof none | Listed>(askMs, gateways.of(shardId).listLines(shardId), () => none),
    instances.onShard(shardId),
  ]);
  return listed.outcome === 'ok' ? lossesIn(listed.lines, records) : undefined;
}

type Listed = Awaited<ReturnType<WhatsAppGateway['listLines']>>;

/** Counts lines by the state at the gateway. `over` includes `missing`. */
export function lossesIn(lines: readonly ListedLine[], records: readonly InstanceItem[]) {
  const states = new Map(lines.map(({ line, snapshot }) => [line.lineName, snapshot.state]));
  const paired = records.filter(({ chipStatus }) => holdsGroups(chipStatus));
  const said = paired.map((record) => states.get(lineNameOf(record)) ?? 'absent');
  return {
    paired: paired.length,
    missing: said.filter((state) => state === 'absent').length,
    over: said.filter(isDown).length,
    unstated: said.filter((state) => isDown(state) && !isStatedEnd(state)).length,
    connected: said.filter((state) => state === 'connected').length,
  };
}

export type Losses = ReturnType<typeof lossesIn>;

/** True if most lines ended at once, which means that the gateway lost its store. */
export const isWipedOut = ({ paired, over }: Losses): boolean => over >= 3 && over * 2 > paired;

/** True even for a few lines, because only lines that are still connected prove that the store exists. */
export const mayBeWipedOut = ({ unstated, connected }: Losses): boolean => unstated > connected;
