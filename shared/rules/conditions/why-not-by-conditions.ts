import type { Channel } from '../channels.ts';
import type { Conditions } from './conditions.ts';
import { nextOpen } from './hours.ts';
import { isWithin } from './networks.ts';

export type ConditionFacts = {
  channel: Channel;
  at: Date;
  /** The workspace's time zone. */
  timeZone: string;
  /** The id of a group member, as in `people`. */
  person?: string | undefined;
  /** The caller's IP address, if it can be trusted. */
  address?: string | undefined;
  /** End of the cool-down after a recent run, in ms since 1970. */
  coolsUntil?: number | undefined;
};

export type WhyNot = {
  outcome: 'notHere' | 'notYou' | 'notNow' | 'coolingDown';
  /** The expected time when a run becomes possible; absent if waiting does not help. */
  nextAt?: Date;
};

/** Channels whose callers have an IP address. */
const channelsWithAddress: ReadonlySet<Channel> = new Set(['webhook', 'click']);
/** Channels that identify the caller. */
const channelsWithPerson: ReadonlySet<Channel> = new Set(['group']);

type Check = readonly [outcome: WhyNot['outcome'], fails: (conditions: Conditions, facts: ConditionFacts) => boolean];

const checks: readonly Check[] = [
  ['notHere', ({ channels }, { channel }) => channels !== undefined && !channels.includes(channel)],
  [
    'notHere',
    ({ networks }, { channel, address }) =>
      networks !== undefined &&
      channelsWithAddress.has(channel) &&
      !(address !== undefined && networks.some((network) => isWithin(address, network))),
  ],
  [
    'notYou',
    ({ people }, { channel, person }) =>
      people !== undefined && channelsWithPerson.has(channel) && !(person !== undefined && people.includes(person)),
  ],
  ['notNow', (conditions, facts) => !isOpen(conditions, facts)],
  ['coolingDown', (_, { at, coolsUntil }) => coolsUntil !== undefined && coolsUntil > at.getTime()],
];

/** Returns the first condition that fails. */
export function whyNotByConditions(conditions: Conditions, facts: ConditionFacts): WhyNot | undefined {
  const outcome = checks.find(([, fails]) => fails(conditions, facts))?.[0];
  if (!outcome || outcome === 'notHere' || outcome === 'notYou') return outcome && { outcome };
  const nextAt = nextPossible([conditions], facts);
  return { outcome, ...(nextAt && { nextAt }) };
}

/** Returns the earliest time, not before `at`, at which all conditions may hold. Undefined if there is none. */
export function nextPossible(
  all: readonly Conditions[],
  { at, timeZone, coolsUntil = 0 }: Pick<ConditionFacts, 'at' | 'timeZone' | 'coolsUntil'>,
): Date | undefined {
  const froms = all.flatMap(({ from }) => (from === undefined ? [] : [Date.parse(from)]));
  const untils = all.flatMap(({ until }) => (until === undefined ? [] : [Date.parse(until)]));
  const hours = all.flatMap((each) => (each.hours ? [each.hours] : []));
  let moment = new Date(Math.max(at.getTime(), coolsUntil, ...froms));
  // Each pass moves to the next opening of hours that are closed.
  for (let pass = 0; pass < 100; pass += 1) {
    const opens = hours.map((each) => nextOpen(each, timeZone, moment)?.getTime() ?? Infinity);
    const next = Math.max(moment.getTime(), ...opens);
    if (next >= Math.min(Infinity, ...untils)) return undefined;
    if (next === moment.getTime()) return moment;
    moment = new Date(next);
  }
  return undefined;
}

const isOpen = (conditions: Conditions, { at, timeZone }: ConditionFacts): boolean =>
  nextPossible([conditions], { at, timeZone })?.getTime() === at.getTime();
