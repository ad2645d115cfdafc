import type { Channel } from '../channels.ts';
import type { Conditions } from './conditions.ts';
import { nextOpen } from './hours.ts';
import { isWithin } from './networks.ts';

export type ConditionFacts = {
  channel: Channel;
  at: Date;
  /** Of the workspace. */
  timeZone: string;
  /** Of a group's member, as `people` has them. */
  person?: string | undefined;
  /** Of the caller, if it can be trusted. */
  address?: string | undefined;
  /** Ms since 1970, where another run was just sent. */
  coolsUntil?: number | undefined;
};

/** `nextAt`: when it will be possible, as far as is known; absent where waiting does not help. */
export type WhyNot = { outcome: 'notHere' | 'notYou' | 'notNow' | 'coolingDown'; nextAt?: Date };

/** These have a caller with an address, and these a known person. */
const withAddress: ReadonlySet<Channel> = new Set(['webhook', 'click']);
const withPerson: ReadonlySet<Channel> = new Set(['group']);

type Check = readonly [outcome: WhyNot['outcome'], fails: (conditions: Conditions, facts: ConditionFacts) => boolean];

const checks: readonly Check[] = [
  ['notHere', ({ channels }, { channel }) => channels !== undefined && !channels.includes(channel)],
  [
    'notHere',
    ({ networks }, { channel, address }) =>
      networks !== undefined &&
      withAddress.has(channel) &&
      !(address !== undefined && networks.some((network) => isWithin(address, network))),
  ],
  [
    'notYou',
    ({ people }, { channel, person }) =>
      people !== undefined && withPerson.has(channel) && !(person !== undefined && people.includes(person)),
  ],
  ['notNow', (conditions, facts) => !isOpen(conditions, facts)],
  ['coolingDown', (_, { at, coolsUntil }) => coolsUntil !== undefined && coolsUntil > at.getTime()],
];

/** The first that fails counts. */
export function whyNotByConditions(conditions: Conditions, facts: ConditionFacts): WhyNot | undefined {
  const outcome = checks.find(([, fails]) => fails(conditions, facts))?.[0];
  if (!outcome || outcome === 'notHere' || outcome === 'notYou') return outcome && { outcome };
  const nextAt = nextPossible([conditions], facts);
  return { outcome, ...(nextAt && { nextAt }) };
}

/** The first moment from `at` on at which all of them may hold; undefined when none will come. */
export function nextPossible(
  all: readonly Conditions[],
  { at, timeZone, coolsUntil = 0 }: Pick<ConditionFacts, 'at' | 'timeZone' | 'coolsUntil'>,
): Date | undefined {
  const froms = all.flatMap(({ from }) => (from === undefined ? [] : [Date.parse(from)]));
  const untils = all.flatMap(({ until }) => (until === undefined ? [] : [Date.parse(until)]));
  const hours = all.flatMap((each) => (each.hours ? [each.hours] : []));
  let moment = new Date(Math.max(at.getTime(), coolsUntil, ...froms));
  // Each pass moves on to an opening of the one that is closed.
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
