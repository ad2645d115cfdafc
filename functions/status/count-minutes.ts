import type { Minutes, Status } from '#functions/data/pulse-store.ts';
import { publicChannels } from '#shared/rules/execution/channel-state.ts';
import { dayOf } from '#shared/rules/execution/day-state.ts';

const minuteOf = (at: string): string => at.slice(0, 16);

/** Adds the minute of this check to the counts of its day. A minute with several checks counts once. */
export function countMinutes({ asOf, channels }: Status, before: Status | undefined): Minutes {
  const day = dayOf(new Date(asOf));
  const known = before?.minutes?.day === day ? before.minutes : { day, watched: 0, trouble: {} };
  if (before && minuteOf(before.asOf) === minuteOf(asOf)) return known;
  const trouble = { ...known.trouble };
  for (const channel of publicChannels) {
    const state = channels[channel]?.state;
    if (state !== 'degraded' && state !== 'down') continue;
    const { degraded = 0, down = 0 } = trouble[channel] ?? {};
    trouble[channel] = state === 'down' ? { degraded, down: down + 1 } : { degraded: degraded + 1, down };
  }
  return { day, watched: known.watched + 1, trouble };
}
