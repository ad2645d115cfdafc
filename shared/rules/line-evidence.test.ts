import { expect, test } from 'vitest';

import { chipMove, type ChipEffect } from './chip-moves.ts';
import { holdsGroups } from './chip-status.ts';
import { isDown, isEnding, isStatedEnd, type KnownLineState } from './line-evidence.ts';

type Row = [state: KnownLineState, proves: string, firstSight: ChipEffect, secondSight: 'ends' | 'stays'];

const rows: readonly Row[] = [
  ['connected', 'that the line is up', 'keepSelf', 'stays'],
  ['connecting', 'nothing', 'wait', 'stays'],
  ['stopped', 'nothing', 'wait', 'stays'],
  ['broken', 'that the gateway has a fault', 'wait', 'stays'],
  ['absent', 'that the gateway has a fault', 'wait', 'stays'],
  ['awaiting_qr', 'that the credentials are gone', 'doubt', 'ends'],
  ['awaiting_passkey', 'that the credentials are gone', 'doubt', 'ends'],
  ['awaiting_passkey_code', 'that the credentials are gone', 'doubt', 'ends'],
  ['unscanned', 'that the credentials are gone', 'doubt', 'ends'],
  ['failed', 'that WhatsApp ended it', 'doubt', 'ends'],
];

const proof = (state: KnownLineState): string => {
  if (isStatedEnd(state)) return 'that WhatsApp ended it';
  if (isEnding(state)) return 'that the credentials are gone';
  if (isDown(state)) return 'that the gateway has a fault';
  return state === 'connected' ? 'that the line is up' : 'nothing';
};

test.each(rows)('evaluates the line state %s as %s', (state, proves, firstSight, secondSight) => {
  expect(proof(state)).toBe(proves);
  for (const status of ['CONNECTED', 'LOST'] as const) {
    const move = chipMove(status, state);
    expect(move?.effects).toEqual([firstSight]);
    expect(holdsGroups(move?.to ?? 'DISCONNECTED')).toBe(true);
  }
  expect(isEnding(state) ? 'ends' : 'stays').toBe(secondSight);
});

test('draws no conclusion from a gateway that does not answer', () => {
  expect([isDown('unknown'), isEnding('unknown'), isStatedEnd('unknown')]).toEqual([false, false, false]);
});
