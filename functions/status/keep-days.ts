import type { AnswerCount, AnswerCountStore } from '#functions/data/answer-count-store.ts';
import { pulseMs, type Pulse, type PulseStore, type Status } from '#functions/data/pulse-store.ts';
import type { DayCounts, StatusDayStore } from '#functions/data/status-day-store.ts';
import { publicChannels } from '#shared/rules/execution/channel-state.ts';
import { dayBefore, dayOf } from '#shared/rules/execution/day-state.ts';
import { minHomes } from '#shared/rules/execution/homes.ts';
import { addedUp, answerSteps } from '#shared/rules/execution/latency.ts';

export type KeepDaysDeps = {
  pulses: Pick<PulseStore, 'ofDay'>;
  answers: Pick<AnswerCountStore, 'ofDay'>;
  days: Pick<StatusDayStore, 'keep'>;
};

/** Runs may be counted an hour late. */
const lateHours = 2;

/**
 * Recomputes the counts of the day every five minutes, which is idempotent, and those of yesterday until it is
 * complete. Counts of older days may have expired.
 */
export async function keepDays(deps: KeepDaysDeps, status: Status, before: Status | undefined): Promise<void> {
  const at = new Date(status.asOf);
  if (before && pulseOf(before.asOf) === pulseOf(status.asOf)) return;
  const today = dayOf(at);
  const yesterday = dayBefore(at);
  const isOpen = at.getUTCHours() < lateHours || before?.minutes?.day === yesterday;
  for (const day of isOpen ? [yesterday, today] : [today]) {
    const minutes = [status.minutes, before?.minutes].find((known) => known?.day === day);
    const counts = await countsOf(deps, day);
    // A day without any check has nothing to show.
    if (minutes || Object.keys(counts.channels).length > 0) await deps.days.keep(day, counts, minutes);
  }
}

const pulseOf = (at: string): number => Math.floor(Date.parse(at) / pulseMs);

async function countsOf({ pulses, answers }: KeepDaysDeps, day: string): Promise<DayCounts> {
  const [ofDay, answered] = await Promise.all([pulses.ofDay(day), answers.ofDay(day)]);
  const channels: DayCounts['channels'] = {};
  for (const channel of publicChannels) {
    const own = ofDay.filter((pulse) => pulse.channel === channel);
    if (own.length > 0) channels[channel] = channelCounts(own);
  }
  return { channels, homeTimes: homeTimes(answered) };
}

const channelCounts = (pulses: readonly Pulse[]) => ({
  sent: pulses.reduce((sum, { sent }) => sum + sent, 0),
  lost: pulses.reduce((sum, { lost }) => sum + lost, 0),
  times: addedUp(pulses.map(({ times }) => times)),
});

/** Undefined with too few homes, so that the times of a few homes are never stored. */
function homeTimes(answered: readonly AnswerCount[]): number[] | undefined {
  const homes = new Set(answered.flatMap(({ published }) => published.homes));
  return homes.size < minHomes
    ? undefined
    : addedUp(
        answered.map(({ published }) => published.times),
        answerSteps,
      );
}
