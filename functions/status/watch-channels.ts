import { pulseMs, type ChannelItem, type Pulse, type PulseStore, type Status } from '#functions/data/pulse-store.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import {
  channelState,
  publicChannels,
  withGateways,
  type ChannelState,
  type PublicChannel,
} from '#shared/rules/execution/channel-state.ts';
import { latencySteps, percentilesOf } from '#shared/rules/execution/latency.ts';

type Deps = {
  pulses: Pick<PulseStore, 'since' | 'status' | 'keepStatus' | 'gateways'>;
  metrics: Metrics;
  log: Log;
  now: () => Date;
};

const hourMs = 60 * 60_000;
const recentMs = 2 * pulseMs;

/** Once a minute, into one small item that the public status reads. */
export async function watchChannels(deps: Deps): Promise<void> {
  const { pulses, metrics, log } = deps;
  const now = deps.now();
  const [all, before, gateways] = await Promise.all([
    pulses.since(new Date(now.getTime() - hourMs)),
    pulses.status(),
    pulses.gateways(),
  ]);
  const channels: Status['channels'] = {};
  for (const channel of publicChannels) {
    const known = before?.channels[channel];
    const ofChannel = all.filter((pulse) => pulse.channel === channel);
    const found = stateOf(channel, ofChannel, now, gateways);
    if (known && known.state !== found) log('status.changed', { channel, from: known.state, to: found });
    channels[channel] = channelItem(ofChannel, known, found, now);
  }
  await pulses.keepStatus({ asOf: now.toISOString(), channels });
  metrics({ ChannelsWatched: 1 }, { job: 'watchChannels' });
}

type Gateways = { total: number; silent: number } | undefined;

function stateOf(channel: PublicChannel, pulses: readonly Pulse[], now: Date, gateways: Gateways): ChannelState {
  const begin = Math.floor(now.getTime() / pulseMs) * pulseMs - recentMs;
  const recent = pulses.filter(({ at }) => Date.parse(at) >= begin);
  const sum = (of: (pulse: Pulse) => number): number => recent.reduce((total, pulse) => total + of(pulse), 0);
  const places = new Set(recent.flatMap((pulse) => pulse.places)).size;
  const state = channelState({ sent: sum(({ sent }) => sent), lost: sum(({ lost }) => lost), places });
  return channel === 'whatsapp' && gateways ? withGateways(state, gateways) : state;
}

function channelItem(
  pulses: readonly Pulse[],
  known: ChannelItem | undefined,
  state: ChannelState,
  now: Date,
): ChannelItem {
  const lastWorked = pulses.findLast(({ sent }) => sent > 0)?.at ?? known?.lastWorked;
  const times = latencySteps.map((_, step) => pulses.reduce((sum, pulse) => sum + (pulse.times[step] ?? 0), 0));
  return {
    state,
    since: known?.state === state ? known.since : now.toISOString(),
    ...(lastWorked !== undefined && { lastWorked }),
    latencyMs: percentilesOf(times),
  };
}
