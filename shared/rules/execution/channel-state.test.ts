import { describe, expect, test } from 'vitest';

import { channelState, publicChannelOf, withGateways, withHomes, type ChannelState } from './channel-state.ts';

describe('a channel', () => {
  test.each<[string, ChannelState, { sent: number; lost: number; places: number }]>([
    ['that nobody came through is idle, not down', 'idle', { sent: 0, lost: 0, places: 0 }],
    ['that let a run through is up', 'up', { sent: 1, lost: 0, places: 0 }],
    ['that lost one run, with nothing else to go by, is not known', 'unknown', { sent: 0, lost: 1, places: 1 }],
    ['through which nothing gets for one place alone is degraded', 'degraded', { sent: 0, lost: 40, places: 1 }],
    ['through which nothing gets for several is down', 'down', { sent: 0, lost: 3, places: 2 }],
    ['that loses a tenth, of several places, is degraded', 'degraded', { sent: 27, lost: 3, places: 2 }],
    ['that loses fewer is up', 'up', { sent: 28, lost: 3, places: 3 }],
    ['that loses two of many is up', 'up', { sent: 3, lost: 2, places: 2 }],
    ['that others get through is up, whatever one account makes fail', 'up', { sent: 1, lost: 900, places: 1 }],
  ])('%s', (_, state, traffic) => {
    expect(channelState(traffic)).toBe(state);
  });
});

describe('the channel of WhatsApp', () => {
  test.each<[ChannelState, number, ChannelState]>([
    ['idle', 0, 'idle'],
    ['up', 0, 'up'],
    ['up', 1, 'degraded'],
    ['idle', 2, 'down'],
    ['down', 0, 'down'],
    ['down', 1, 'down'],
  ])('that is %s by its traffic is, with %i of two gateways silent, %s', (state, silent, told) => {
    expect(withGateways(state, { total: 2, silent })).toBe(told);
  });

  test('is shown so in the public status', () => {
    expect((['webhook', 'click', 'voice', 'group'] as const).map(publicChannelOf)).toEqual([
      'webhook',
      'click',
      'voice',
      'whatsapp',
    ]);
  });
});

test.each<[ChannelState, ChannelState]>([
  ['up', 'degraded'],
  ['degraded', 'degraded'],
  ['down', 'down'],
  ['idle', 'idle'],
  ['unknown', 'unknown'],
])('a channel that is %s is %s while homes stopped answering', (state, told) => {
  expect(withHomes(state, true)).toBe(told);
  expect(withHomes(state, false)).toBe(state);
});
