/**
 * The neutral port to a WhatsApp gateway; nothing vendor-specific crosses it. Phones are digits without `+`, addresses
 * `<digits>@s.whatsapp.net`, `@lid` or `@g.us`, and `<id>@<host>` for a sender with another kind of address; an empty name is
 * undefined.
 */

import type { PasskeyAssertion, PasskeyChallenge } from '#shared/contracts/passkey.ts';
import type { KnownLineState } from '#shared/rules/line-evidence.ts';

/** `lineName`: `zb-<instanceId>-<generation>`. */
export type LineRef = { shardId: string; lineName: string };

/** `unknown`: no answer, which says nothing about the line. */
export type LineState = KnownLineState | 'unknown';

export type LineSelf = { phone: string; lid?: string; displayName?: string };

/** A request to sign, or a code to compare. Never stored or logged. */
export type LinePasskey = { challenge: PasskeyChallenge } | { code: string };

/** `asOf`: before the question, so that later events are newer. */
export type LineSnapshot = { state: LineState; self?: LineSelf; passkey?: LinePasskey; asOf: Date };

/** An image as a data URL, or a code to type. */
export type LinePairing =
  | { kind: 'qr'; dataUrl: string }
  | { kind: 'code'; code: string }
  | { kind: 'none'; state: LineState };

/** `canPost` is null when only administrators post and our role is unknown. */
export type GroupSummary = { jid: string; name: string; canPost: boolean | null; participantCount?: number };

/** `unlisted`: ids of nameless groups and parents of communities. `isWhole`: false for a list that may be cut. */
export type GroupList = { groups: GroupSummary[]; unlisted: string[]; isWhole: boolean };

/** `own_phone`: typed on the linked phone. `own_api`: sent by us. */
export type MessageOrigin = 'member' | 'own_phone' | 'own_api';

/** The phone only when WhatsApp tells it. `unknownHost`: of an address of an unknown kind, for the log. */
export type MessageSender = { id: string; phone?: string; displayName?: string; unknownHost?: string };

/** `at`: signed, never later than the receipt. */
export type LineStateChanged = {
  kind: 'lineStateChanged';
  line: LineRef;
  eventId: string;
  state: LineState;
  self?: LineSelf;
  passkey?: LinePasskey;
  at: Date;
};

/** `eventId` is the same on every delivery. `text` may be empty. */
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

/** `notGroup`: a private chat. `edited`: a change of an older message. */
export type Ignored = { kind: 'ignored'; line: LineRef; eventId: string; reason: 'notGroup' | 'edited' | 'other' };

export type InboundEvent = LineStateChanged | GroupMessage | GroupRenamed | SelfJoined | SelfLeft | Ignored;

/** `stale`: signed too long ago. `unreadable`: signed but malformed. */
export type ParsedWebhook =
  | { outcome: 'events'; events: InboundEvent[] }
  | { outcome: 'refused'; reason: 'signature' | 'stale' | 'unreadable' };

export type SendResult = { messageId: string; replyHandle: string };

/**
 * `rejected`: our input, or unsupported. `unauthorized`: our key. `upstream`: WhatsApp refused. `unreachable`:
 * network, timeout, 5xx. `retryable`: repeating is safe and may help. `status`: HTTP, for the log.
 */
export type GatewayError = {
  code: 'not_found' | 'wrong_state' | 'rejected' | 'unauthorized' | 'rate_limited' | 'upstream' | 'unreachable';
  state?: LineState;
  retryable: boolean;
  status?: number;
};

export type GatewayFailure = { outcome: 'failed'; error: GatewayError };
export type CallResult = { outcome: 'ok' } | GatewayFailure;

/** `secret` signs the events; `metadata` is flat and public. */
export type LineWebhook = { url: string; secret: string; metadata: Readonly<Record<string, string>> };

/** For the whole call; by default 15 s, 25 s for creating and removing. */
export type CallLimit = { timeoutMs: number };

export type WhatsAppGateway = {
  /** A new line is stopped until its first start. */
  createsStopped: boolean;
  /** Idempotent; replaces the configuration. Does not wait for the QR. */
  createLine(ref: LineRef, webhook: LineWebhook): Promise<{ outcome: 'ok'; snapshot: LineSnapshot } | GatewayFailure>;
  /** `unknown` without an answer; `absent` for no such line. */
  describeLine(ref: LineRef, limit?: CallLimit): Promise<LineSnapshot>;
  getPairing(ref: LineRef, wait: { waitMs: number }): Promise<{ outcome: 'ok'; pairing: LinePairing } | GatewayFailure>;
  /** `rejected` where unsupported. */
  requestPairingCode(ref: LineRef, phone: string): Promise<{ outcome: 'ok'; code: string } | GatewayFailure>;
  /** `rejected` where unsupported. */
  submitPasskey(ref: LineRef, assertion: PasskeyAssertion): Promise<CallResult>;
  confirmPasskey(ref: LineRef): Promise<CallResult>;
  /** For a stopped line; one that runs stays as it is. */
  startLine(ref: LineRef, limit?: CallLimit): Promise<CallResult>;
  /** For a line that runs and is stuck. */
  restartLine(ref: LineRef): Promise<CallResult>;
  /** Logs out and deletes; idempotent. `ok` only when the gateway confirms that it is gone. */
  removeLine(ref: LineRef): Promise<CallResult>;
  /** All of them, stopped ones too. */
  listLines(shardId: string): Promise<{ outcome: 'ok'; lines: ListedLine[] } | GatewayFailure>;
  /** In no order. */
  listGroups(ref: LineRef, limit?: CallLimit): Promise<({ outcome: 'ok' } & GroupList) | GatewayFailure>;
  /** Null also for failures. */
  profilePicture(ref: LineRef, phone: string, limit?: CallLimit): Promise<string | null>;
  /** Refuses blank text. */
  sendText(
    ref: LineRef,
    chatJid: string,
    text: string,
    options?: { replyTo?: string; messageId?: string } & Partial<CallLimit>,
  ): Promise<{ outcome: 'ok'; sent: SendResult } | GatewayFailure>;
  /** An empty emoji removes the reaction. */
  react(ref: LineRef, replyHandle: string, emoji: string, limit?: CallLimit): Promise<CallResult>;
  /** Undefined where the vendor chooses ids. `about`: gives the same id each time, so that a repetition is the same message. */
  newMessageId(about?: string): string | undefined;
  /** `rawBody`: as received (`bodyBytes`). `headers`: lower case. */
  parseWebhook(
    rawBody: Uint8Array,
    headers: Readonly<Record<string, string | undefined>>,
    secret: string,
  ): Promise<ParsedWebhook>;
  checkGateway(limit?: CallLimit): Promise<{ outcome: 'ok'; version: string; suitable: boolean } | GatewayFailure>;
};

export type ListedLine = { line: LineRef; snapshot: LineSnapshot };
