import { describe, expect, test } from 'vitest';

import { channelState, publicChannelOf, withGateways, withHomes, type ChannelState } from './channel-state.ts';

describe('channelState', () => {
  test.each<[string, ChannelState, { sent: number; lost: number; places: number }]>([
    ['is idle rather than down without any runs', 'idle', { sent: 0, lost: 0, places: 0 }],
    ['is up after one successful run', 'up', { sent: 1, lost: 0, places: 0 }],
    ['is unknown when the only run was lost', 'unknown', { sent: 0, lost: 1, places: 1 }],
    ['is degraded when all runs of a single workspace are lost', 'degraded', { sent: 0, lost: 40, places: 1 }],
    ['is down when all runs of several workspaces are lost', 'down', { sent: 0, lost: 3, places: 2 }],
    ['is degraded when several workspaces lose a tenth of the runs', 'degraded', { sent: 27, lost: 3, places: 2 }],
    ['is up when less than a tenth is lost', 'up', { sent: 28, lost: 3, places: 3 }],
    ['is up when only two runs are lost', 'up', { sent: 3, lost: 2, places: 2 }],
    ['is up when only one workspace loses runs and another run succeeds', 'up', { sent: 1, lost: 900, places: 1 }],
  ])('finds that a channel %s', (_, state, traffic) => {
    expect(channelState(traffic)).toBe(state);
  });
});

describe('withGateways', () => {
  test.each<[ChannelState, number, ChannelState]>([
    ['idle', 0, 'idle'],
    ['up', 0, 'up'],
    ['up', 1, 'degraded'],
    ['idle', 2, 'down'],
    ['down', 0, 'down'],
    ['down', 1, 'down'],
  ])('changes the WhatsApp state %s with %i of two gateways silent to %s', (state, silent, told) => {
    expect(withGateways(state, { total: 2, silent })).toBe(told);
  });

  test('maps every channel to its name on the public status page', () => {
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
])('changes the state %s to %s while homes stopped answering', (state, told) => {
  expect(withHomes(state, true)).toBe(told);
  expect(withHomes(state, false)).toBe(state);
});
