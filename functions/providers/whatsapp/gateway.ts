/**
 * The neutral port to a WhatsApp gateway: one implementation per vendor, and no word of a vendor crosses it. All times
 * are `Date`, phone numbers are digits without `+`, people and groups are addressed as WhatsApp does
 * (`<digits>@s.whatsapp.net`, `<digits>@lid`, `<digits>@g.us`), a name that is empty is undefined.
 */

import type { KnownLineState } from '#shared/rules/chip-status.ts';

/** One linked number held open by a gateway. `lineName` is ours: `zb-<instanceId>-<generation>`. */
export type LineRef = { shardId: string; lineName: string };

/** `unknown`: the gateway did not answer, which says nothing about the line. */
export type LineState = KnownLineState | 'unknown';

/** Whose number a line is; `lid` is `<digits>@lid`. */
export type LineSelf = { phone: string; lid?: string; displayName?: string };

/** What WhatsApp wants besides the scan: WebAuthn request options, or a code to compare. Never stored, never logged. */
export type LinePasskey = { challenge: object } | { code: string };

/** `asOf`: the time before the gateway was asked, so that an event of the time after it counts as newer. */
export type LineSnapshot = { state: LineState; self?: LineSelf; passkey?: LinePasskey; asOf: Date };

/** How to link a phone: an image as a data URL, a code to type, or why there is neither. */
export type LinePairing =
  | { kind: 'qr'; dataUrl: string }
  | { kind: 'code'; code: string }
  | { kind: 'none'; state: LineState };

/** A group with a name. `canPost` is null when only administrators post there and nobody says whether we are one. */
export type GroupSummary = { jid: string; name: string; canPost: boolean | null; participantCount?: number };

/**
 * Groups of a line: those that people write in by a name, and as `unlisted` the ids of all others, which have none or are
 * parents of communities. Not `isWhole` where there may be more.
 */
export type GroupList = { groups: GroupSummary[]; unlisted: string[]; isWhole: boolean };

/** `member`: somebody else. `own_phone`: typed on the linked phone. `own_api`: sent by ourselves. */
export type MessageOrigin = 'member' | 'own_phone' | 'own_api';

/** The sender as WhatsApp names it; the phone only when WhatsApp tells it, never worked out from a LID. */
export type MessageSender = { id: string; phone?: string; displayName?: string };

/** `at`: the signed time of the delivery's event, never later than its receipt. `self` and `passkey` as in a snapshot. */
export type LineStateChanged = {
  kind: 'lineStateChanged';
  line: LineRef;
  eventId: string;
  state: LineState;
  self?: LineSelf;
  passkey?: LinePasskey;
  at: Date;
};

/** `eventId` is the same on every delivery of one event. `text` is empty for what has none. `sentAt`: when it was written. */
export type GroupMessage = {
  kind: 'groupMessage';
  line: LineRef;
  eventId: string;
  messageId: string;
  /** Opaque; for `sendText` and `react`. */
  replyHandle: string;
  groupJid: string;
  sender: MessageSender;
  origin: MessageOrigin;
  text: string;
  hasMedia: boolean;
  sentAt: Date;
  quotedMessageId?: string;
};

export type GroupRenamed = {
  kind: 'groupRenamed';
  line: LineRef;
  eventId: string;
  jid: string;
  name: string;
  at: Date;
};
export type SelfJoined = { kind: 'selfJoined'; line: LineRef; eventId: string; jid: string; name?: string; at: Date };
export type SelfLeft = { kind: 'selfLeft'; line: LineRef; eventId: string; jid: string; at: Date };

/** Understood and of no use: `notGroup` a private chat, `edited` a change of an older message, `other` anything else. */
export type Ignored = { kind: 'ignored'; line: LineRef; eventId: string; reason: 'notGroup' | 'edited' | 'other' };

export type InboundEvent = LineStateChanged | GroupMessage | GroupRenamed | SelfJoined | SelfLeft | Ignored;

/** What a delivery says. `signature`: not from the gateway. `stale`: signed too long ago. `unreadable`: signed nonsense. */
export type ParsedWebhook =
  | { outcome: 'events'; events: InboundEvent[] }
  | { outcome: 'refused'; reason: 'signature' | 'stale' | 'unreadable' };

export type SendResult = { messageId: string; replyHandle: string };

/**
 * Why a gateway did not do it. `wrong_state`: the line is in `state`. `rejected`: our input, or the vendor cannot do it.
 * `unauthorized`: our key. `upstream`: WhatsApp said no. `unreachable`: network, time-out, 5xx. `retryable`: the same
 * call may be made again, does no harm and may do better. `status` is HTTP's, for the log; no text of the gateway leaves.
 */
export type GatewayError = {
  code: 'not_found' | 'wrong_state' | 'rejected' | 'unauthorized' | 'rate_limited' | 'upstream' | 'unreachable';
  state?: LineState;
  retryable: boolean;
  status?: number;
};

export type GatewayFailure = { outcome: 'failed'; error: GatewayError };
export type CallResult = { outcome: 'ok' } | GatewayFailure;

/** EventBase the gateway sends events of a line. `secret` signs them; `metadata` is flat and not secret. */
export type LineWebhook = { url: string; secret: string; metadata: Readonly<Record<string, string>> };

/** For a caller with less time than the usual 15 s (25 s for creating and removing); for the whole call. */
export type CallLimit = { timeoutMs: number };

export type WhatsAppGateway = {
  /** Idempotent: an existing line gets its configuration replaced. Never waits for the QR. */
  createLine(ref: LineRef, webhook: LineWebhook): Promise<{ outcome: 'ok'; snapshot: LineSnapshot } | GatewayFailure>;
  /** Never fails: `unknown` while the gateway cannot be asked, `absent` when it says that there is no such line. */
  describeLine(ref: LineRef, limit?: CallLimit): Promise<LineSnapshot>;
  /** Waits up to `waitMs` for an image to scan. */
  getPairing(ref: LineRef, wait: { waitMs: number }): Promise<{ outcome: 'ok'; pairing: LinePairing } | GatewayFailure>;
  /** `rejected` where the vendor has no such way. */
  requestPairingCode(ref: LineRef, phone: string): Promise<{ outcome: 'ok'; code: string } | GatewayFailure>;
  /** `assertion`: the browser's credential in its JSON form, passed on unchanged. `rejected` where unsupported. */
  submitPasskey(ref: LineRef, assertion: unknown): Promise<CallResult>;
  confirmPasskey(ref: LineRef): Promise<CallResult>;
  restartLine(ref: LineRef): Promise<CallResult>;
  /** Logs out on WhatsApp and deletes; idempotent. `ok` only after the gateway was asked again and knew no such line. */
  removeLine(ref: LineRef): Promise<CallResult>;
  /** Every line that the gateway holds, stopped ones too, whoever made them. */
  listLines(shardId: string): Promise<{ outcome: 'ok'; lines: ListedLine[] } | GatewayFailure>;
  /** In no order. */
  listGroups(ref: LineRef, limit?: CallLimit): Promise<({ outcome: 'ok' } & GroupList) | GatewayFailure>;
  /** Address of a picture; null where there is none, and for every failure. */
  profilePicture(ref: LineRef, phone: string, limit?: CallLimit): Promise<string | null>;
  /** Refuses blank text before any call. */
  sendText(
    ref: LineRef,
    chatJid: string,
    text: string,
    options?: { replyTo?: string; messageId?: string } & Partial<CallLimit>,
  ): Promise<{ outcome: 'ok'; sent: SendResult } | GatewayFailure>;
  /** Best effort; an empty emoji takes the reaction back. */
  react(ref: LineRef, replyHandle: string, emoji: string, limit?: CallLimit): Promise<CallResult>;
  /** A fresh id for `sendText`; undefined where the vendor chooses ids itself. */
  newMessageId(): string | undefined;
  /** Verifies, then reads. `rawBody`: the bytes as they came (`bodyBytes`). `headers` by lower-case name. */
  parseWebhook(
    rawBody: Uint8Array,
    headers: Readonly<Record<string, string | undefined>>,
    secret: string,
  ): Promise<ParsedWebhook>;
  /** Whether the process behind the address is one that this product can use. */
  checkGateway(limit?: CallLimit): Promise<{ outcome: 'ok'; version: string; suitable: boolean } | GatewayFailure>;
};

export type ListedLine = { line: LineRef; snapshot: LineSnapshot };
