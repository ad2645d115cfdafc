import { BadArguments } from '../bad-arguments.ts';

const minuteMs = 60_000;
const unitMs: Readonly<Record<string, number>> = { m: minuteMs, h: 60 * minuteMs, d: 24 * 60 * minuteMs };

export type Window = { from: Date; until: Date };

type Asked = { at?: string | undefined; since?: string | undefined; until?: string | undefined };

/** Users remember times only roughly. */
const aroundMs = 15 * minuteMs;
const usualMs = 24 * 60 * minuteMs;

/** A window around a moment, between two moments, or of the last day. Throws `BadArguments`. */
export function windowOf({ at, since, until }: Asked, zone: string, now: Date): Window {
  if (at !== undefined && (since !== undefined || until !== undefined)) {
    throw new BadArguments('Use either --at, or --since and --until.');
  }
  if (at !== undefined) {
    const moment = momentOf(at, zone, now).getTime();
    return { from: new Date(moment - aroundMs), until: new Date(moment + aroundMs) };
  }
  const end = until === undefined ? now : momentOf(until, zone, now);
  const from = since === undefined ? new Date(end.getTime() - usualMs) : momentOf(since, zone, now);
  if (from >= end) throw new BadArguments('--since is to be before --until.');
  return { from, until: end };
}

const wall = /^(?:(\d{4}-\d\d-\d\d)[ T])?(\d{1,2}):(\d\d)(?::(\d\d))?$/;

/** Reads `22:14` (its last occurrence), `2026-11-20 22:14`, a day, `3h` (ago) or ISO 8601. */
export function momentOf(text: string, zone: string, now: Date): Date {
  const [, count, unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(now.getTime() - Number(count) * (unitMs[unit] ?? 0));
  const asDay = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text} 00:00` : text;
  const [whole, day, hours = '', minutes = '', seconds = '00'] = wall.exec(asDay) ?? [];
  if (whole === undefined) {
    const exact = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : undefined;
    if (exact && !Number.isNaN(exact.getTime())) return exact;
    throw notATime(text);
  }
  const clock = `${hours.padStart(2, '0')}:${minutes}:${seconds}`;
  if (day !== undefined) return inZone(`${day}T${clock}`, zone, text);
  const today = inZone(`${dayIn(zone, now)}T${clock}`, zone, text);
  if (today <= now) return today;
  return inZone(`${dayIn(zone, new Date(now.getTime() - usualMs))}T${clock}`, zone, text);
}

const notATime = (text: string): BadArguments =>
  new BadArguments(`"${text}" is not a time: use 22:14, "2026-11-20 22:14", 3h, or ISO 8601.`);

/** The local time, such as `2026-11-20T22:14:00`. */
function wallClock(zone: string, at: Date): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return format.format(at).replace(' ', 'T');
}

const dayIn = (zone: string, at: Date): string => wallClock(zone, at).slice(0, 10);

/** Formats a time with milliseconds. Omits the day if `other` is on the same day. */
export function shownIn(zone: string, at: Date, other?: Date): string {
  const [day = '', clock = ''] = wallClock(zone, at).split('T');
  const exact = `${clock}.${String(at.getUTCMilliseconds()).padStart(3, '0')}`;
  return other && dayIn(zone, other) === day ? exact : `${day} ${exact}`;
}

/** Formats to the minute. */
export const shownRoughly = (zone: string, at: Date): string => wallClock(zone, at).slice(0, 16).replace('T', ' ');

/** The first moment at which a clock in the zone shows `shown`. */
function inZone(shown: string, zone: string, text: string): Date {
  const asUtc = Date.parse(`${shown}Z`);
  if (Number.isNaN(asUtc)) throw notATime(text);
  let guess = asUtc;
  // The second round corrects a clock change in between.
  for (let round = 0; round < 2; round += 1) {
    const distance = Date.parse(`${wallClock(zone, new Date(guess))}Z`) - guess;
    guess = asUtc - distance;
  }
  return new Date(guess);
}

/** Throws `BadArguments` for an unknown zone. */
export function checkedZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw new BadArguments(`There is no time zone "${zone}"; an example is America/Sao_Paulo.`);
  }
}
