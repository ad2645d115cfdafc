/** States of a number; `CONNECTED` is the one to wait for. */
export const chipStatuses = [
  'DISCONNECTED',
  'CONNECTING',
  'WAITING_QR',
  'PASSKEY_REQUIRED',
  'PASSKEY_CONFIRMATION',
  'CONNECTED',
  'LOST',
] as const;
export type ChipStatus = (typeof chipStatuses)[number];

/** How a gateway may find a line when it answers. `absent`: it knows no such line. */
export type KnownLineState =
  | 'stopped'
  | 'connecting'
  | 'awaiting_qr'
  | 'awaiting_passkey'
  | 'awaiting_passkey_code'
  | 'connected'
  | 'failed'
  | 'absent';

/**
 * What may happen to a WhatsApp number.
 *
 * Its person: `connect` begins to pair, `relink` does so although an older Amazon link left a connection behind, `disconnect`
 * covers Disconnect, a switched-off workspace and an unlinked Amazon account, `abandon` a dialog that is closed before there
 * is a connection, `reportLoss` says that a page sees no connection and the gateway does not deny it.
 * The gateway: a state of its line; `gone` is a state that ends a connection, seen again after a while; `taken` is
 * `connected` with a phone that somebody else has connected.
 * The clock: the time to scan is over (`windowOver`), `silent` for two minutes, `lostTooLong` for a day.
 */
export type ChipEvent =
  | 'connect'
  | 'relink'
  | 'disconnect'
  | 'abandon'
  | 'reportLoss'
  | KnownLineState
  | 'gone'
  | 'taken'
  | 'windowOver'
  | 'silent'
  | 'lostTooLong';

/**
 * What has to happen together with a move.
 * `newLine`: the next generation begins, with a line of its own. `removeLine`: the gateway has to forget the line of
 * the present generation. `deleteGroups`: the groups of that generation go, in every workspace that shares the number.
 * `notifyOwner`: nobody asked for this end, so its person is told. `startScan`, `startPasskey`: so much time from now on.
 * `keepSelf`: phone and name are what the gateway says, nobody else may have the phone. `doubt`: look again soon.
 * `wait`: the gateway is trying to reconnect, which takes a doubt away; how long may it?
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

const whilePairing: Moves = {
  connect: beginAgain,
  disconnect: cancel,
  abandon: cancel,
  awaiting_passkey: to('PASSKEY_REQUIRED', 'startPasskey'),
  awaiting_passkey_code: to('PASSKEY_CONFIRMATION', 'startPasskey'),
  connected,
  taken: cancel,
  failed: cancel,
  windowOver: cancel,
};

/**
 * Every move there is; what is not listed changes nothing.
 *
 *     DISCONNECTED --connect--> CONNECTING --awaiting_qr--> WAITING_QR --awaiting_passkey--> PASSKEY_REQUIRED
 *          ^                        |                           |                                   |
 *          |                        +---------connected---------+------ PASSKEY_CONFIRMATION <------+
 *          |                                      v
 *          +--gone, disconnect, lostTooLong-- CONNECTED <--connected / silent--> LOST
 *
 * A line that is not there yet while CONNECTING is no failure: the record is written before the gateway is asked.
 * While a number is connected, `stopped` is weather like `connecting`: a stopped line only has to be started.
 */
export const chipMoves: Readonly<Record<ChipStatus, Moves>> = {
  DISCONNECTED: { connect: begin },
  CONNECTING: { ...whilePairing, awaiting_qr: to('WAITING_QR', 'startScan') },
  WAITING_QR: { ...whilePairing, awaiting_qr: to('WAITING_QR'), absent: cancel },
  // A new image may come in between; the question stays on the screen until it is answered.
  PASSKEY_REQUIRED: { ...whilePairing, awaiting_passkey: to('PASSKEY_REQUIRED'), absent: cancel },
  PASSKEY_CONFIRMATION: { ...whilePairing, awaiting_passkey_code: to('PASSKEY_CONFIRMATION'), absent: cancel },
  CONNECTED: {
    relink: beginAnew,
    disconnect: release,
    reportLoss: to('LOST'),
    connected,
    connecting: to('CONNECTED', 'wait'),
    stopped: to('CONNECTED', 'wait'),
    awaiting_qr: to('CONNECTED', 'doubt'),
    awaiting_passkey: to('CONNECTED', 'doubt'),
    awaiting_passkey_code: to('CONNECTED', 'doubt'),
    failed: to('CONNECTED', 'doubt'),
    absent: to('CONNECTED', 'doubt'),
    gone: lose,
    taken: lose,
    silent: to('LOST'),
  },
  LOST: {
    connect: beginAnew,
    disconnect: release,
    connected,
    connecting: to('LOST', 'wait'),
    stopped: to('LOST', 'wait'),
    awaiting_qr: to('LOST', 'doubt'),
    awaiting_passkey: to('LOST', 'doubt'),
    awaiting_passkey_code: to('LOST', 'doubt'),
    failed: to('LOST', 'doubt'),
    absent: to('LOST', 'doubt'),
    gone: lose,
    taken: lose,
    lostTooLong: lose,
  },
};

/** The move that an event causes; undefined when nothing changes. */
export const chipMove = (status: ChipStatus, event: ChipEvent): ChipMove | undefined => chipMoves[status][event];

/** States of a line that end a connection when they are seen twice; all others are weather. */
export const endingStates: ReadonlySet<ChipEvent> = new Set([
  'failed',
  'absent',
  'awaiting_qr',
  'awaiting_passkey',
  'awaiting_passkey_code',
]);

const pairing: ReadonlySet<ChipStatus> = new Set([
  'CONNECTING',
  'WAITING_QR',
  'PASSKEY_REQUIRED',
  'PASSKEY_CONFIRMATION',
]);

/** On the way to a connection: a dialog is open, or was. */
export const isPairing = (status: ChipStatus): boolean => pairing.has(status);

/** Its groups are there only then. */
export const holdsGroups = (status: ChipStatus): boolean => status === 'CONNECTED' || status === 'LOST';

/**
 * How a line ended that nobody disconnected. `removed`: on the phone, or by WhatsApp. `lostTooLong`: a day without a
 * connection. `phoneTaken`: somebody else has the number connected. `notScanned`: the time was over. `failed`: pairing did.
 */
export const lineEnds = ['removed', 'lostTooLong', 'phoneTaken', 'notScanned', 'failed'] as const;
export type LineEnd = (typeof lineEnds)[number];

const endOf: Readonly<Partial<Record<ChipEvent, LineEnd>>> = {
  gone: 'removed',
  lostTooLong: 'lostTooLong',
  taken: 'phoneTaken',
  windowOver: 'notScanned',
  failed: 'failed',
  absent: 'failed',
};

/** Undefined where its person wanted the end. */
export const lineEnd = (event: ChipEvent): LineEnd | undefined => endOf[event];

/** Times of the machine, in ms. */
export const chipTimes = {
  /** From `connect` to the first image; the gateway may be slow to start. */
  startMs: 180_000,
  /** Six images: 60 s, then 20 s each. */
  scanMs: 160_000,
  /** The challenge lives 60 s by the vendor's documents, 600 s by reports from the field. */
  passkeyMs: 600_000,
  /** A connection that is being re-established is a connection for so long. */
  silentMs: 120_000,
  /** Nothing is believed to be gone before it was seen twice, this far apart. */
  doubtMs: 30_000,
  lostMs: 24 * 3600_000,
  /** What `check-connection` may still call connected while the line is not. */
  graceMs: 600_000,
} as const;
