import type { AnswerCountStore } from '#functions/data/answer-count-store.ts';
import { pulseMs, type ChannelItem, type Pulse, type PulseStore, type Status } from '#functions/data/pulse-store.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import {
  channelState,
  publicChannels,
  withGateways,
  withHomes,
  type ChannelState,
  type PublicChannel,
} from '#shared/rules/execution/channel-state.ts';
import { summarizeHomes, type HomesSummary } from '#shared/rules/execution/homes.ts';
import { addedUp, percentilesOf } from '#shared/rules/execution/latency.ts';

import { countMinutes } from './count-minutes.ts';
import { keepDays, type KeepDaysDeps } from './keep-days.ts';

type Deps = KeepDaysDeps & {
  pulses: Pick<PulseStore, 'since' | 'status' | 'keepStatus' | 'gateways'>;
  answers: Pick<AnswerCountStore, 'since'>;
  metrics: Metrics;
  log: Log;
  now: () => Date;
};

const hourMs = 60 * 60_000;
const recentMs = 2 * pulseMs;
/** Homes confirm less often than runs are sent. */
const confirmedMs = 6 * pulseMs;

/** Runs once a minute. Writes one small item for the public status, and every five minutes the item of the day. */
export async function watchChannels(deps: Deps): Promise<void> {
  const { pulses, answers, metrics, log } = deps;
  const now = deps.now();
  const [all, before, gateways, heard] = await Promise.all([
    pulses.since(new Date(now.getTime() - hourMs)),
    pulses.status(),
    pulses.gateways(),
    answers.since(new Date(now.getTime() - confirmedMs)),
  ]);
  const homes = summarizeHomes(heard);
  const channels: Status['channels'] = {};
  for (const channel of publicChannels) {
    const known = before?.channels[channel];
    const ofChannel = all.filter((pulse) => pulse.channel === channel);
    const found = withHomes(stateOf(channel, ofChannel, now, gateways), homes?.stopped ?? false);
    if (known && known.state !== found) log('status.changed', { channel, from: known.state, to: found });
    channels[channel] = channelItem(ofChannel, known, found, now);
  }
  const asOf = now.toISOString();
  const homesSilentSince = homes?.stopped ? (before?.homesSilentSince ?? asOf) : undefined;
  const status: Status = { asOf, channels, ...(homesSilentSince !== undefined && { homesSilentSince }) };
  status.minutes = countMinutes(status, before);
  // Written before the status, whose time shows which days have been added up.
  await keepDays(deps, status, before);
  await pulses.keepStatus(status);
  metrics({ ChannelsWatched: 1, ...(homes && { HomesSilent: Number(homes.stopped) }) }, { job: 'watchChannels' });
  noteHomes(deps, homes, before?.homesSilentSince !== undefined);
}

function noteHomes({ log }: Deps, homes: HomesSummary | undefined, wereSilent: boolean): void {
  if ((homes?.stopped ?? false) === wereSilent) return;
  const { answering = 0, silent = 0 } = homes ?? {};
  log(wereSilent ? 'status.homesAnswer' : 'status.homesSilent', { answering, silent });
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
  const times = addedUp(pulses.map((pulse) => pulse.times));
  return {
    state,
    since: known?.state === state ? known.since : now.toISOString(),
    ...(lastWorked !== undefined && { lastWorked }),
    latencyMs: percentilesOf(times),
  };
}
