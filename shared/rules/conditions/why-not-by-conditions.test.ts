import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { channels } from '../channels.ts';
import { conditions, type Conditions } from './conditions.ts';
import { nextPossible, whyNotByConditions, type ConditionFacts } from './why-not-by-conditions.ts';

const monday = '2026-11-23T12:00:00.000Z';
const ana = '0123456789ab';

const facts = (changes: Partial<ConditionFacts> = {}): ConditionFacts => ({
  channel: 'webhook',
  at: new Date(monday),
  timeZone: 'America/Sao_Paulo',
  address: '203.0.113.7',
  ...changes,
});
const whyNot = (asked: Conditions, changes: Partial<ConditionFacts> = {}) => whyNotByConditions(asked, facts(changes));

test('allows every channel without conditions', () => {
  for (const channel of channels) expect(whyNot({}, { channel, address: undefined })).toBeUndefined();
});

describe('channel conditions', () => {
  test.each(channels)('allows only the channel %s when it is the only one listed', (only) => {
    for (const channel of channels) {
      expect(whyNot({ channels: [only] }, { channel })?.outcome).toBe(channel === only ? undefined : 'notHere');
    }
  });
});

describe('network conditions', () => {
  const home: Conditions = { networks: ['203.0.113.0/24', '2001:db8::/32'] };

  test.each(['webhook', 'click'] as const)(
    'allows a %s from a listed network and refuses it from elsewhere',
    (channel) => {
      expect(whyNot(home, { channel })).toBeUndefined();
      expect(whyNot(home, { channel, address: '2001:db8::7' })).toBeUndefined();
      expect(whyNot(home, { channel, address: '198.51.100.1' })).toEqual({ outcome: 'notHere' });
    },
  );

  test('refuses a caller whose address cannot be trusted', () => {
    expect(whyNot(home, { address: undefined })).toEqual({ outcome: 'notHere' });
  });

  test.each(['voice', 'group', 'schedule'] as const)(
    'ignores networks for the channel %s, which has no address',
    (channel) => {
      expect(whyNot(home, { channel, address: undefined })).toBeUndefined();
    },
  );
});

describe('people conditions', () => {
  test('allows only listed people in the group and refuses an unknown person', () => {
    expect(whyNot({ people: [ana] }, { channel: 'group', person: ana })).toBeUndefined();
    expect(whyNot({ people: [ana] }, { channel: 'group', person: 'ffffffffffff' })).toEqual({ outcome: 'notYou' });
    expect(whyNot({ people: [ana] }, { channel: 'group' })).toEqual({ outcome: 'notYou' });
  });

  test.each(['webhook', 'click', 'voice', 'schedule'] as const)(
    'ignores people for the channel %s, which does not identify them',
    (channel) => {
      expect(whyNot({ people: [ana] }, { channel })).toBeUndefined();
    },
  );
});

describe('time conditions', () => {
  const evenings: Conditions['hours'] = [{ days: [1, 2, 3, 4, 5], from: '18:00', to: '20:00' }];

  test('refuses before `from` and returns that time', () => {
    const from = '2026-11-24T12:00:00.000Z';
    expect(whyNot({ from })).toEqual({ outcome: 'notNow', nextAt: new Date(from) });
    expect(whyNot({ from }, { at: new Date(from) })).toBeUndefined();
  });

  test('refuses permanently from `until` on', () => {
    expect(whyNot({ until: monday })).toEqual({ outcome: 'notNow' });
    expect(whyNot({ until: '2026-11-23T12:00:00.001Z' })).toBeUndefined();
  });

  test('returns the next opening only within `from` and `until`', () => {
    const from = '2026-11-24T00:00:00.000Z';
    expect(whyNot({ hours: evenings, from })?.nextAt?.toISOString()).toBe('2026-11-24T21:00:00.000Z');
    expect(whyNot({ hours: evenings, until: '2026-11-23T21:00:00.000Z' })).toEqual({ outcome: 'notNow' });
  });

  test('moves the end of a cool-down to the next opening when the hours are closed then', () => {
    const at = new Date('2026-11-23T22:59:30.000Z');
    const cooling = whyNot({ hours: evenings }, { at, coolsUntil: at.getTime() + 60_000 });
    expect(cooling).toEqual({ outcome: 'coolingDown', nextAt: new Date('2026-11-24T21:00:00.000Z') });
    expect(whyNot({}, { at, coolsUntil: at.getTime() })).toBeUndefined();
  });

  test('returns the first time at which both sets of conditions are open', () => {
    const mornings: Conditions = { hours: [{ days: [2], from: '19:30', to: '23:00' }] };
    expect(nextPossible([{ hours: evenings }, mornings], facts())?.toISOString()).toBe('2026-11-24T22:30:00.000Z');
    const never: Conditions = { hours: [{ days: [6], from: '00:00', to: '06:00' }] };
    expect(nextPossible([{ hours: evenings }, never], facts())).toBeUndefined();
  });
});

test('reports first the conditions that waiting cannot satisfy', () => {
  const asked: Conditions = { channels: ['voice'], people: [ana], until: monday, coolDownSeconds: 60 };
  expect(whyNot(asked, { coolsUntil: Date.parse(monday) + 1 })).toEqual({ outcome: 'notHere' });
  expect(whyNot({ ...asked, channels: ['group'] }, { channel: 'group' })).toEqual({ outcome: 'notYou' });
});

test('allows a run at the returned next time', () => {
  const times = fc
    .integer({ min: 0, max: 1439 })
    .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`);
  const hours = fc.record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    from: times,
    to: times,
  });
  const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
  const asked = fc.record({ hours: fc.array(hours, { minLength: 1, maxLength: 4 }), from: moments.map(String) });
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  fc.assert(
    fc.property(asked, zones, moments, (wanted, timeZone, at) => {
      const limited = { ...wanted, from: new Date(wanted.from).toISOString() };
      const refused = whyNot(limited, { at, timeZone });
      const then = refused?.nextAt ?? at;
      expect(whyNot(limited, { at: then, timeZone })).toEqual(refused?.nextAt ? undefined : refused);
    }),
    { numRuns: 200 },
  );
});

describe('schema of conditions', () => {
  const hours = { days: [1], from: '08:00', to: '18:00' };

  test.each<unknown>([
    {},
    { coolDownSeconds: 86_400, hours: [hours], channels: ['voice'], people: [ana], networks: ['10.0.0.0/8'] },
    { from: '2026-11-23T12:00:00.000Z', until: '2026-11-24T12:00:00.000Z' },
  ])('accepts %j', (value) => {
    expect(conditions.safeParse(value).success).toBe(true);
  });

  test.each<unknown>([
    { coolDownSeconds: 0 },
    { coolDownSeconds: 86_401 },
    { hours: [] },
    { hours: [hours, hours] },
    { hours: [{ ...hours, to: '24:00' }] },
    { channels: ['email'] },
    { people: ['Ana'] },
    { people: Array.from({ length: 21 }, (_, index) => String(index).padStart(12, '0')) },
    { networks: ['home'] },
    { from: monday, until: monday },
  ])('rejects %j', (value) => {
    expect(conditions.safeParse(value).success).toBe(false);
  });
});
