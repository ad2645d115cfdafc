import type { StatusDay, StatusDayStore } from '#functions/data/status-day-store.ts';
import type { ChannelHistory, DayStatus, StatusDays } from '#shared/contracts/status.ts';
import { publicChannels, type PublicChannel } from '#shared/rules/execution/channel-state.ts';
import { dayBefore, dayOf, dayState, reachedShare, statusDays } from '#shared/rules/execution/day-state.ts';
import { addedUp, answerSteps, percentilesOf } from '#shared/rules/execution/latency.ts';

type Deps = { days: Pick<StatusDayStore, 'since'>; hasWhatsapp: boolean; now: () => Date };

/** Throws while the table is unavailable. */
export async function readStatusDays({ days, hasWhatsapp, now }: Deps): Promise<StatusDays> {
  const all = await days.since(dayBefore(now(), statusDays - 1));
  const shown = publicChannels.filter((channel) => channel !== 'whatsapp' || hasWhatsapp);
  return { today: dayOf(now()), channels: shown.map((channel) => historyOf(channel, all)), homes: homesOf(all) };
}

const countsOf = (channel: PublicChannel, { channels }: StatusDay) =>
  channels[channel] ?? { sent: 0, lost: 0, times: [] };

function historyOf(channel: PublicChannel, all: readonly StatusDay[]): ChannelHistory {
  const counts = all.map((day) => countsOf(channel, day));
  const sent = counts.reduce((sum, day) => sum + day.sent, 0);
  const lost = counts.reduce((sum, day) => sum + day.lost, 0);
  return {
    channel,
    reached: reachedShare({ sent, lost }),
    latencyMs: percentilesOf(addedUp(counts.map(({ times }) => times))),
    days: all.map((day) => dayStatus(channel, day)),
  };
}

function dayStatus(channel: PublicChannel, day: StatusDay): DayStatus {
  const { sent, lost, times } = countsOf(channel, day);
  const { degraded, down } = day.trouble[channel] ?? { degraded: 0, down: 0 };
  return {
    day: day.day,
    state: dayState({ sent, lost, degraded, down }),
    troubleMinutes: degraded + down,
    watchedMinutes: day.watched,
    reached: reachedShare({ sent, lost }),
    latencyMs: percentilesOf(times),
  };
}

function homesOf(all: readonly StatusDay[]): StatusDays['homes'] {
  const times = all.flatMap(({ homeTimes }) => (homeTimes ? [homeTimes] : []));
  const latencyMs = percentilesOf(addedUp(times, answerSteps), answerSteps);
  return latencyMs && { latencyMs, days: times.length };
}
