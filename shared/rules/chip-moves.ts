import type { ChipStatus } from './chip-status.ts';
import type { LineEnd } from './line-ends.ts';
import type { KnownLineState } from './line-evidence.ts';

/** Events by users, by the gateway (from `KnownLineState` on) and by the clock (from `windowOver` on). */
export type ChipEvent =
  | 'connect'
  /** Pairs again although a connection from an earlier Amazon link still exists. */
  | 'relink'
  | 'disconnect'
  /** The user closed the dialog before a connection existed. */
  | 'abandon'
  /** A page reported that it sees no connection. */
  | 'reportLoss'
  | KnownLineState
  /** WhatsApp ended the connection, observed twice. */
  | 'gone'
  /** The connection ended without a known cause, observed twice. */
  | 'unlinked'
  /** Another user connected the same phone. */
  | 'taken'
  | 'windowOver'
  | 'silent'
  | 'lostTooLong';

export type ChipEffect =
  /** Starts the next generation of the line. */
  | 'newLine'
  /** Removes the current line. */
  | 'removeLine'
  /** Deletes the groups of the current line. */
  | 'deleteGroups'
  /** The user did not request the end. */
  | 'notifyOwner'
  | 'startScan'
  | 'startPasskey'
  /** Stores the phone number and name that the gateway reports. */
  | 'keepSelf'
  /** Schedules another check soon. */
  | 'doubt'
  /** The gateway is reconnecting, which cancels a doubt. */
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

/** A single observation never ends a connection. */
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

/** The gateway stopped the line and restarts it, which creates new codes. */
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
 * Unlisted events change nothing.
 *
 *     DISCONNECTED --connect--> CONNECTING --awaiting_qr--> WAITING_QR --awaiting_passkey--> PASSKEY_REQUIRED
 *          ^                        |                           |                                   |
 *          |                        +---------connected---------+------ PASSKEY_CONFIRMATION <------+
 *          |                                      v
 *          +--gone, unlinked, disconnect, -- CONNECTED <--connected / silent--> LOST
 *             lostTooLong
 *
 * `absent` while CONNECTING is not a failure, because the record is written before the gateway is called.
 */
export const chipMoves: Readonly<Record<ChipStatus, Moves>> = {
  DISCONNECTED: { connect: begin },
  CONNECTING: { ...whilePairing, awaiting_qr: to('WAITING_QR', 'startScan') },
  WAITING_QR: { ...whilePairing, ...startOver, awaiting_qr: to('WAITING_QR'), absent: cancel },
  // A new QR code may arrive before the challenge is answered.
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

/** Returns undefined if nothing changes. */
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

/** Returns undefined if the user ended the line. */
export const lineEnd = (event: ChipEvent): LineEnd | undefined => endOf[event];

export const chipTimes = {
  /** From `connect` to the first QR code. */
  startMs: 180_000,
  /** Six QR codes: 60 s for the first, then 20 s each. */
  scanMs: 160_000,
  /** The vendor documents 60 s, but we have observed 600 s. */
  passkeyMs: 600_000,
  /** How long a reconnect may take before the line counts as lost. */
  silentMs: 120_000,
  /** Between two observations of an end state. */
  doubtMs: 30_000,
  lostMs: 24 * 3600_000,
  /** Only for `check-connection`. */
  graceMs: 600_000,
} as const;
