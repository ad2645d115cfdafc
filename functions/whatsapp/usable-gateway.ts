import { lineNameOf, type InstanceItem } from '#functions/data/instance-item.ts';
import type { InstanceStore } from '#functions/data/instance-store.ts';
import { within } from '#functions/platform/within.ts';
import type { ListedLine, LineState, WhatsAppGateway } from '#functions/providers/whatsapp/gateway.ts';
import { holdsGroups } from '#shared/rules/chip-status.ts';

export type BeliefDeps = {
  instances: Pick<InstanceStore, 'onShard'>;
  gateways: { of(shardId: string): Pick<WhatsAppGateway, 'checkGateway' | 'listLines'> };
};

const askMs = 5_000;

/**
 * Whether a gateway may be believed that a connection is over, be it that its line is in `state`. One that runs another
 * engine or version than this product knows finds none of its lines connected, one that says nothing says nothing, and
 * one that has no line because it lost most of them at once is ours to mend.
 */
export async function isBelieved(deps: BeliefDeps, shardId: string, state?: LineState): Promise<boolean> {
  const checked = await deps.gateways.of(shardId).checkGateway({ timeoutMs: askMs });
  if (checked.outcome !== 'ok' || !checked.suitable) return false;
  return state !== 'absent' || keepsItsLines(deps, shardId);
}

async function keepsItsLines({ instances, gateways }: BeliefDeps, shardId: string): Promise<boolean> {
  const none = { outcome: 'failed' } as const;
  const [listed, records] = await Promise.all([
    within<typeof none | Listed>(askMs, gateways.of(shardId).listLines(shardId), () => none),
    instances.onShard(shardId),
  ]);
  return listed.outcome === 'ok' && !isWipedOut(missingIn(listed.lines, records));
}

type Listed = Awaited<ReturnType<WhatsAppGateway['listLines']>>;

/** Numbers that are connected, and those of them whose line the gateway does not have. */
export function missingIn(lines: readonly ListedLine[], records: readonly InstanceItem[]) {
  const names = new Set(lines.map(({ line }) => line.lineName));
  const paired = records.filter(({ chipStatus }) => holdsGroups(chipStatus));
  return { paired: paired.length, missing: paired.filter((record) => !names.has(lineNameOf(record))).length };
}

/** Most lines of a gateway are gone together: it lost its store, and no phone has anything to do with it. */
export const isWipedOut = ({ paired, missing }: ReturnType<typeof missingIn>): boolean =>
  missing >= 3 && missing * 2 > paired;
