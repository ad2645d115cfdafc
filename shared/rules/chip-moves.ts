import type { ChipStatus } from './chip-status.ts';
import type { LineEnd } from './line-ends.ts';
import type { KnownLineState } from './line-evidence.ts';

/**
 * From people: `relink` pairs although an older Amazon link left a connection, `abandon` closes the dialog before there
 * is one, `reportLoss` comes from a page that sees none. From the gateway: a line state; `gone` is an end seen twice that
 * names WhatsApp as the cause, `unlinked` one that names none, `taken` a phone that another person has
 * connected. From the clock: the last three.
 */
export type ChipEvent =
  | 'connect'
  | 'relink'
  | 'disconnect'
  | 'abandon'
  | 'reportLoss'
  | KnownLineState
  | 'gone'
  | 'unlinked'
  | 'taken'
  | 'windowOver'
  | 'silent'
  | 'lostTooLong';

/**
 * Belongs to a move. `newLine` begins the next generation; `removeLine` and `deleteGroups` concern the
 * present one. `notifyOwner`: the end was not asked for. `keepSelf` stores phone and name as the gateway gives them.
 * `doubt`: check again soon. `wait`: the gateway reconnects, which ends a doubt.
 */
export type ChipEffect =
  | 'newLine'
  | 'removeLine'
  | 'deleteGroups'
  | 'notifyOwner'
  | 'startScan'
  | 'startPasskey'
  | 'keepSelf'
  | 'doubt'
  | 'wait';

export type ChipMove = { to: ChipStatus; effects: readonly ChipEffect[] };

const to = (status: ChipStatus, ...effects: ChipEffect[]): ChipMove => ({ to: status, effects });

const begin = to('CONNECTING', 'newLine');
const beginAgain = to('CONNECTING', 'newLine', 'removeLine');
const beginAnew = to('CONNECTING', 'newLine', 'removeLine', 'deleteGroups');
const connected = to('CONNECTED', 'keepSelf');
const cancel = to('DISCONNECTED', 'removeLine');
const release = to('DISCONNECTED', 'removeLine', 'deleteGroups');
const lose = to('DISCONNECTED', 'removeLine', 'deleteGroups', 'notifyOwner');

type Moves = Readonly<Partial<Record<ChipEvent, ChipMove>>>;

/** One sight never ends a connection. */
const oneSight = (status: 'CONNECTED' | 'LOST'): Moves => ({
  connected,
  connecting: to(status, 'wait'),
  stopped: to(status, 'wait'),
  broken: to(status, 'wait'),
  absent: to(status, 'wait'),
  awaiting_qr: to(status, 'doubt'),
  awaiting_passkey: to(status, 'doubt'),
  awaiting_passkey_code: to(status, 'doubt'),
  unscanned: to(status, 'doubt'),
  failed: to(status, 'doubt'),
});

/** The gateway stopped the line and starts it again, with codes of their own. */
const startOver: Moves = { stopped: to('CONNECTING') };

const whilePairing: Moves = {
  connect: beginAgain,
  disconnect: cancel,
  abandon: cancel,
  awaiting_passkey: to('PASSKEY_REQUIRED', 'startPasskey'),
  awaiting_passkey_code: to('PASSKEY_CONFIRMATION', 'startPasskey'),
  connected,
  taken: cancel,
  failed: cancel,
  unscanned: cancel,
  broken: cancel,
  windowOver: cancel,
};

/**
 * What is not listed changes nothing.
 *
 *     DISCONNECTED --connect--> CONNECTING --awaiting_qr--> WAITING_QR --awaiting_passkey--> PASSKEY_REQUIRED
 *          ^                        |                           |                                   |
 *          |                        +---------connected---------+------ PASSKEY_CONFIRMATION <------+
 *          |                                      v
 *          +--gone, unlinked, disconnect, -- CONNECTED <--connected / silent--> LOST
 *             lostTooLong
 *
 * `absent` while CONNECTING is no failure, as the record is written before the gateway is asked.
 */
export const chipMoves: Readonly<Record<ChipStatus, Moves>> = {
  DISCONNECTED: { connect: begin },
  CONNECTING: { ...whilePairing, awaiting_qr: to('WAITING_QR', 'startScan') },
  WAITING_QR: { ...whilePairing, ...startOver, awaiting_qr: to('WAITING_QR'), absent: cancel },
  // A new image may arrive before the challenge is answered.
  PASSKEY_REQUIRED: { ...whilePairing, ...startOver, awaiting_passkey: to('PASSKEY_REQUIRED'), absent: cancel },
  PASSKEY_CONFIRMATION: {
    ...whilePairing,
    ...startOver,
    awaiting_passkey_code: to('PASSKEY_CONFIRMATION'),
    absent: cancel,
  },
  CONNECTED: {
    ...oneSight('CONNECTED'),
    relink: beginAnew,
    disconnect: release,
    reportLoss: to('LOST'),
    gone: lose,
    unlinked: lose,
    taken: lose,
    silent: to('LOST'),
  },
  LOST: {
    ...oneSight('LOST'),
    connect: beginAnew,
    disconnect: release,
    gone: lose,
    unlinked: lose,
    taken: lose,
    lostTooLong: lose,
  },
};

/** Undefined when nothing changes. */
export const chipMove = (status: ChipStatus, event: ChipEvent): ChipMove | undefined => chipMoves[status][event];

const endOf: Readonly<Partial<Record<ChipEvent, LineEnd>>> = {
  gone: 'removed',
  unlinked: 'failed',
  lostTooLong: 'lostTooLong',
  taken: 'phoneTaken',
  windowOver: 'notScanned',
  unscanned: 'notScanned',
  failed: 'failed',
  broken: 'failed',
  absent: 'failed',
};

/** Undefined when a person ended it. */
export const lineEnd = (event: ChipEvent): LineEnd | undefined => endOf[event];

export const chipTimes = {
  /** From `connect` to the first image. */
  startMs: 180_000,
  /** Six images: 60 s, then 20 s each. */
  scanMs: 160_000,
  /** The vendor documents 60 s; 600 s have been seen. */
  passkeyMs: 600_000,
  /** How long a connection may be re-established. */
  silentMs: 120_000,
  /** Between two sights of an ending state. */
  doubtMs: 30_000,
  lostMs: 24 * 3600_000,
  /** For `check-connection` only. */
  graceMs: 600_000,
} as const;
