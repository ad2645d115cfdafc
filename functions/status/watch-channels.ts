import { pulseMs, type DoorItem, type Pulse, type PulseStore, type Status } from '#functions/data/pulse-store.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import { doorState, publicDoors, withGateways, type DoorState, type PublicDoor } from '#shared/rules/channel-state.ts';
import { latencySteps, percentilesOf } from '#shared/rules/latency.ts';

type Deps = {
  pulses: Pick<PulseStore, 'since' | 'status' | 'keepStatus' | 'gateways'>;
  metrics: Metrics;
  log: Log;
  now: () => Date;
};

const hourMs = 60 * 60_000;
const recentMs = 2 * pulseMs;

/** Once a minute, into one small item that the public status reads. */
export async function watchDoors(deps: Deps): Promise<void> {
  const { pulses, metrics, log } = deps;
  const now = deps.now();
  const [all, before, gateways] = await Promise.all([
    pulses.since(new Date(now.getTime() - hourMs)),
    pulses.status(),
    pulses.gateways(),
  ]);
  const doors: Status['doors'] = {};
  for (const door of publicDoors) {
    const known = before?.doors[door];
    const ofDoor = all.filter((pulse) => pulse.door === door);
    const found = stateOf(door, ofDoor, now, gateways);
    if (known && known.state !== found) log('status.changed', { door, from: known.state, to: found });
    doors[door] = doorItem(ofDoor, known, found, now);
  }
  await pulses.keepStatus({ asOf: now.toISOString(), doors });
  metrics({ DoorsWatched: 1 }, { job: 'watchDoors' });
}

type Gateways = { total: number; silent: number } | undefined;

function stateOf(door: PublicDoor, pulses: readonly Pulse[], now: Date, gateways: Gateways): DoorState {
  const begin = Math.floor(now.getTime() / pulseMs) * pulseMs - recentMs;
  const recent = pulses.filter(({ at }) => Date.parse(at) >= begin);
  const sum = (of: (pulse: Pulse) => number): number => recent.reduce((total, pulse) => total + of(pulse), 0);
  const places = new Set(recent.flatMap((pulse) => pulse.places)).size;
  const state = doorState({ sent: sum(({ sent }) => sent), lost: sum(({ lost }) => lost), places });
  return door === 'whatsapp' && gateways ? withGateways(state, gateways) : state;
}

function doorItem(pulses: readonly Pulse[], known: DoorItem | undefined, state: DoorState, now: Date): DoorItem {
  const lastWorked = pulses.findLast(({ sent }) => sent > 0)?.at ?? known?.lastWorked;
  const times = latencySteps.map((_, step) => pulses.reduce((sum, pulse) => sum + (pulse.times[step] ?? 0), 0));
  return {
    state,
    since: known?.state === state ? known.since : now.toISOString(),
    ...(lastWorked !== undefined && { lastWorked }),
    latencyMs: percentilesOf(times),
  };
}
