import type { Trigger } from '#shared/contracts/triggers.ts';
import { nextPossible } from '#shared/rules/conditions/why-not-by-conditions.ts';
import { relativeTime } from '#web/i18n/formats/relative-time.ts';
import type { Translate } from '#web/i18n/translate.ts';

import { nextWords, type DisplayContext } from './planned-words.ts';
import { browserZone, offsetOf, sameClock } from './time-zones.ts';

const minute = 60_000;

/** "in 40 seconds", "in 12 minutes", "tomorrow at 7:00 AM". Adds the offset if this device is in another zone. */
export function possibleWords(t: Translate, nextAt: number, where: DisplayContext): string {
  const { zone, language, now } = where;
  const wait = nextAt - now;
  if (wait < minute) return relativeTime(language, 'always')(Math.max(1, Math.ceil(wait / 1000)), 'second');
  // Rounds minutes up, so that users do not try too early.
  if (wait <= 59 * minute) return relativeTime(language, 'always')(Math.ceil(wait / minute), 'minute');
  const here = browserZone();
  const elsewhere = here !== undefined && !sameClock(zone, here, now);
  const words = nextWords(t, new Date(nextAt).toISOString(), where);
  return elsewhere ? `${words} (${offsetOf(zone, now)})` : words;
}

type Conditioned = Pick<Trigger, 'conditions' | 'coolSince'>;

/** Returns `now` if a run is possible now, undefined if it never will be. */
export function possibleAt({ conditions = {}, coolSince }: Conditioned, zone: string, now: number): number | undefined {
  const { coolDownSeconds } = conditions;
  const cools = coolDownSeconds !== undefined && coolSince !== undefined;
  const next = nextPossible([conditions], {
    at: new Date(now),
    timeZone: zone,
    ...(cools && { coolsUntil: Date.parse(coolSince) + coolDownSeconds * 1000 }),
  });
  return next?.getTime();
}
