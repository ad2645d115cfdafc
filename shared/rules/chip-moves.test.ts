import { describe, expect, test } from 'vitest';

import { chipMove, chipMoves, lineEnd, type ChipEvent } from './chip-moves.ts';
import { chipStatuses, type ChipStatus } from './chip-status.ts';
import { holdsGroups, isPairing } from './chip-status.ts';

const events: readonly ChipEvent[] = [
  'connect',
  'relink',
  'disconnect',
  'abandon',
  'reportLoss',
  'stopped',
  'connecting',
  'awaiting_qr',
  'awaiting_passkey',
  'awaiting_passkey_code',
  'connected',
  'failed',
  'unscanned',
  'broken',
  'absent',
  'gone',
  'unlinked',
  'taken',
  'windowOver',
  'silent',
  'lostTooLong',
];

type Row = [from: readonly ChipStatus[], event: ChipEvent, to: ChipStatus, effects: string];

const pairing = ['CONNECTING', 'WAITING_QR', 'PASSKEY_REQUIRED', 'PASSKEY_CONFIRMATION'] as const;
const paired = ['CONNECTED', 'LOST'] as const;
const afterQr = pairing.slice(1);

/** The expected state machine, written by hand: start states, event, next state and effects. */
const rows: readonly Row[] = [
  [['DISCONNECTED'], 'connect', 'CONNECTING', 'newLine'],
  [pairing, 'connect', 'CONNECTING', 'newLine removeLine'],
  [['LOST'], 'connect', 'CONNECTING', 'newLine removeLine deleteGroups'],
  [['CONNECTED'], 'relink', 'CONNECTING', 'newLine removeLine deleteGroups'],

  [['CONNECTING'], 'awaiting_qr', 'WAITING_QR', 'startScan'],
  [['WAITING_QR'], 'awaiting_qr', 'WAITING_QR', ''],
  [['CONNECTING', 'WAITING_QR', 'PASSKEY_CONFIRMATION'], 'awaiting_passkey', 'PASSKEY_REQUIRED', 'startPasskey'],
  [['PASSKEY_REQUIRED'], 'awaiting_passkey', 'PASSKEY_REQUIRED', ''],
  [['CONNECTING', 'WAITING_QR', 'PASSKEY_REQUIRED'], 'awaiting_passkey_code', 'PASSKEY_CONFIRMATION', 'startPasskey'],
  [['PASSKEY_CONFIRMATION'], 'awaiting_passkey_code', 'PASSKEY_CONFIRMATION', ''],

  [[...pairing, ...paired], 'connected', 'CONNECTED', 'keepSelf'],
  [pairing, 'taken', 'DISCONNECTED', 'removeLine'],
  [paired, 'taken', 'DISCONNECTED', 'removeLine deleteGroups notifyOwner'],

  [pairing, 'disconnect', 'DISCONNECTED', 'removeLine'],
  [pairing, 'abandon', 'DISCONNECTED', 'removeLine'],
  [pairing, 'failed', 'DISCONNECTED', 'removeLine'],
  [pairing, 'unscanned', 'DISCONNECTED', 'removeLine'],
  [pairing, 'broken', 'DISCONNECTED', 'removeLine'],
  [pairing, 'windowOver', 'DISCONNECTED', 'removeLine'],
  [afterQr, 'absent', 'DISCONNECTED', 'removeLine'],

  [afterQr, 'stopped', 'CONNECTING', ''],

  [['CONNECTED'], 'connecting', 'CONNECTED', 'wait'],
  [['CONNECTED'], 'stopped', 'CONNECTED', 'wait'],
  [['CONNECTED'], 'broken', 'CONNECTED', 'wait'],
  [['CONNECTED'], 'absent', 'CONNECTED', 'wait'],
  [['CONNECTED'], 'silent', 'LOST', ''],
  [['CONNECTED'], 'reportLoss', 'LOST', ''],
  [['LOST'], 'connecting', 'LOST', 'wait'],
  [['LOST'], 'stopped', 'LOST', 'wait'],
  [['LOST'], 'broken', 'LOST', 'wait'],
  [['LOST'], 'absent', 'LOST', 'wait'],

  ...(['awaiting_qr', 'awaiting_passkey', 'awaiting_passkey_code', 'failed', 'unscanned'] as const).flatMap(
    (event): Row[] => paired.map((status) => [[status], event, status, 'doubt']),
  ),
  [paired, 'gone', 'DISCONNECTED', 'removeLine deleteGroups notifyOwner'],
  [paired, 'unlinked', 'DISCONNECTED', 'removeLine deleteGroups notifyOwner'],
  [['LOST'], 'lostTooLong', 'DISCONNECTED', 'removeLine deleteGroups notifyOwner'],
  [paired, 'disconnect', 'DISCONNECTED', 'removeLine deleteGroups'],
];

const expected = (from: ChipStatus, event: ChipEvent): string => {
  const row = rows.find(([statuses, each]) => each === event && statuses.includes(from));
  return row ? `${row[2]} ${row[3]}`.trim() : 'nothing';
};

describe.each(chipStatuses)('chipMove of a number in state %s', (from) => {
  test.each(events)('returns the expected state and effects for the event %s', (event) => {
    const move = chipMove(from, event);
    expect(move ? [move.to, ...move.effects].join(' ') : 'nothing').toBe(expected(from, event));
  });
});

const moves = Object.entries(chipMoves).flatMap(([from, of]) =>
  Object.entries(of).map(([event, move]) => ({ from, event, ...move })),
);
const pairingNow = (status: string): boolean => chipStatuses.some((each) => each === status && isPairing(each));

test('deletes the groups whenever a connection ends, and only then', () => {
  for (const { from, to, effects } of moves) {
    const isEnd = (from === 'CONNECTED' || from === 'LOST') && !holdsGroups(to);
    expect(effects.includes('deleteGroups')).toBe(isEnd);
  }
});

test('removes the line in every move that ends or replaces it', () => {
  for (const { from, to, effects } of moves) {
    const leaves = from !== 'DISCONNECTED' && (to === 'DISCONNECTED' || effects.includes('newLine'));
    expect(effects.includes('removeLine')).toBe(leaves);
  }
});

test('notifies the owner when a connection is lost, but not when the user ends it or when pairing fails', () => {
  for (const { from, event, effects } of moves) {
    const isLoss = effects.includes('deleteGroups') && !['disconnect', 'connect', 'relink'].includes(event);
    expect(effects.includes('notifyOwner')).toBe(isLoss);
    expect(effects.includes('notifyOwner') && pairingNow(from)).toBe(false);
  }
});

const asEvent = (text: string): ChipEvent => events.find((event) => event === text) ?? 'gone';

test('names the reason of every end that the user did not request', () => {
  for (const { to, event } of moves.filter((move) => move.to === 'DISCONNECTED')) {
    const isWanted = event === 'disconnect' || event === 'abandon';
    expect([to, lineEnd(asEvent(event)) === undefined]).toEqual(['DISCONNECTED', isWanted]);
  }
});
