import type { Page } from '@playwright/test';

import type { ReplyOf } from '#shared/contracts/endpoint.ts';
import type { ChannelHistory, ChannelStatus, DayStatus, StatusDays, statusContract } from '#shared/contracts/status.ts';
import type { ChannelState, PublicChannel } from '#shared/rules/execution/channel-state.ts';
import { dayBefore } from '#shared/rules/execution/day-state.ts';

type StatusNow = ReplyOf<(typeof statusContract)['status']>;
type StatusState = { name: string; title: string; now?: () => StatusNow; days?: () => StatusDays };

const channels: readonly PublicChannel[] = ['webhook', 'click', 'voice', 'whatsapp'];
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

const channelNow = (channel: PublicChannel, state: ChannelState): ChannelStatus => ({
  channel,
  state,
  since: state === 'unknown' ? null : ago(50),
  lastWorked: ago(state === 'down' ? 50 : 2),
  latencyMs: state === 'up' ? { p50: 200, p95: 500 } : null,
});

const nowWith =
  (states: readonly ChannelState[], more: Partial<StatusNow> = {}) =>
  (): StatusNow => ({
    asOf: ago(0),
    channels: channels.map((channel, index) => channelNow(channel, states[index] ?? 'up')),
    homesSilentSince: null,
    ...more,
  });

/** Ninety days: one bad day, quiet days, one half-measured day, and some before the product existed. */
function daysOf(index: number): DayStatus[] {
  const stateAt = (back: number): ChannelState => {
    if (back === 12 && index === 0) return 'down';
    if (back === 31 || back === 12) return 'degraded';
    return (back * 7 + index * 3) % (9 - index) === 0 ? 'idle' : 'up';
  };
  return Array.from({ length: 74 }, (_, place) => 73 - place).map((back) => {
    const state = stateAt(back);
    return {
      day: dayBefore(new Date(), back),
      state,
      troubleMinutes: state === 'down' ? 95 : state === 'degraded' ? 22 : 0,
      watchedMinutes: back === 40 ? 600 : 1440,
      reached: state === 'idle' ? null : state === 'up' ? 1 : 0.912,
      latencyMs: state === 'idle' ? null : { p50: 200, p95: state === 'up' ? 500 : 3000 },
    };
  });
}

const history = (channel: PublicChannel, index: number): ChannelHistory => ({
  channel,
  reached: [0.998, 1, 0.999, null][index] ?? null,
  latencyMs: index === 3 ? null : { p50: 200, p95: 750 },
  days: daysOf(index),
});

const daysWith = (homes: StatusDays['homes']) => (): StatusDays => ({
  today: dayBefore(new Date(), 0),
  channels: channels.map(history),
  homes,
});

const noDays = (): StatusDays => ({
  today: dayBefore(new Date(), 0),
  channels: channels.map((channel) => ({ channel, reached: null, latencyMs: null, days: [] })),
  homes: null,
});

const answering = { latencyMs: { p50: 2000, p95: 6000 }, days: 18 };

/** States that the status page shows rarely, or only after months. Without a reply, the server is busy. */
export const statusStates: readonly StatusState[] = [
  { name: 'well', title: 'No problems detected', now: nowWith(['up', 'up', 'idle', 'up']), days: daysWith(answering) },
  {
    name: 'trouble',
    title: 'Something is not working',
    now: nowWith(['down', 'degraded', 'up', 'down']),
    days: daysWith(null),
  },
  {
    name: 'silent',
    title: 'Homes are not responding',
    now: nowWith(['degraded', 'degraded', 'idle', 'degraded'], { homesSilentSince: ago(20) }),
    days: daysWith(answering),
  },
  {
    name: 'quiet',
    title: 'No runs in the last few minutes',
    now: nowWith(['idle', 'idle', 'idle', 'idle']),
    days: noDays,
  },
  {
    name: 'unknown',
    title: 'Status unknown',
    now: nowWith(['unknown', 'unknown', 'unknown', 'unknown'], { asOf: null }),
  },
  { name: 'failed', title: 'The status could not be loaded.' },
];

const busy = { status: 503, json: { error: 'busy', errorKey: 'server.busy' } };

export async function pretendStatus(page: Page, { now, days }: StatusState): Promise<void> {
  await page.route('**/api/status', (route) => route.fulfill(now ? { json: now() } : busy));
  await page.route('**/api/status/days', (route) => route.fulfill(days ? { json: days() } : busy));
}
