import type { Channel } from '#shared/rules/channels.ts';
import type { Conditions } from '#shared/rules/conditions/conditions.ts';
import { dateIn } from '#web/features/schedule/moments.ts';

export type DraftHours = { key: number; days: readonly number[]; from: string; to: string };

/** The values of the fields. An empty field sets no condition. */
export type Draft = {
  coolDown: string;
  unit: 'seconds' | 'minutes';
  hours: readonly DraftHours[];
  channels: readonly Channel[];
  people: readonly string[];
  networks: string;
  /** Values of date and time fields, in the workspace's time zone. */
  from: string;
  until: string;
};

export const maxHours = 4;

const clock = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: zone }).format(at);

/** "2026-11-24T07:00"; empty if `at` is undefined. */
export function localOf(at: string | number | undefined, zone: string): string {
  if (at === undefined) return '';
  const moment = new Date(at).getTime();
  return `${dateIn(zone, moment)}T${clock(zone, moment)}`;
}

export function draftOf(conditions: Conditions, zone: string): Draft {
  const { coolDownSeconds, hours = [], channels = [], people = [], networks = [], from, until } = conditions;
  const inMinutes = coolDownSeconds !== undefined && coolDownSeconds % 60 === 0;
  return {
    coolDown: coolDownSeconds === undefined ? '' : String(inMinutes ? coolDownSeconds / 60 : coolDownSeconds),
    unit: inMinutes || coolDownSeconds === undefined ? 'minutes' : 'seconds',
    hours: hours.map((each, key) => ({ ...each, key })),
    channels,
    people,
    networks: networks.join('\n'),
    from: localOf(from, zone),
    until: localOf(until, zone),
  };
}

export const withHours = (hours: readonly DraftHours[]): DraftHours[] => [
  ...hours,
  { key: Math.max(-1, ...hours.map(({ key }) => key)) + 1, days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' },
];

export const plainHours = ({ days, from, to }: DraftHours) => ({
  days: days.toSorted((one, other) => one - other),
  from: from.slice(0, 5),
  to: to.slice(0, 5),
});
