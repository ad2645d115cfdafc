/**
 * The vendor-neutral port to a WhatsApp gateway. Phones are digits without `+`. Addresses are
 * `<digits>@s.whatsapp.net`, `@lid` or `@g.us`, or `<id>@<host>` for a sender with an unknown kind of address. Empty
 * names are undefined.
 */

import type { PasskeyAssertion, PasskeyChallenge } from '#shared/contracts/passkey.ts';
import type { KnownLineState } from '#shared/rules/line-evidence.ts';

/** `lineName` is `zb-<instanceId>-<generation>`. */
export type LineRef = { shardId: string; lineName: string };

export type LineState =
  | KnownLineState
  /** The gateway did not respond, which proves nothing about the line. */
  | 'unknown';

export type LineSelf = { phone: string; lid?: string; displayName?: string };

/** A challenge to sign or a code to compare. Never stored or logged. */
export type LinePasskey = { challenge: PasskeyChallenge } | { code: string };

export type LineSnapshot = {
  state: LineState;
  self?: LineSelf;
  passkey?: LinePasskey;
  /** The time before the request, so that later events are newer. */
  asOf: Date;
};

/** A QR code as a data URL, or a code to type. `typed` is the current code to type of a line that has a number. */
export type LinePairing =
  | { kind: 'qr'; dataUrl: string; typed?: string }
  | { kind: 'code'; code: string }
  | { kind: 'none'; state: LineState };

export type GroupSummary = {
  jid: string;
  name: string;
  /** Null if only administrators can post and our role is unknown. */
  canPost: boolean | null;
  participantCount?: number;
};

export type GroupList = {
  groups: GroupSummary[];
  /** Ids of groups without a name and of community parents. */
  unlisted: string[];
  /** False if the list may be truncated. */
  isWhole: boolean;
};

export type MessageOrigin =
  | 'member'
  /** Typed on the linked phone. */
  | 'own_phone'
  /** Sent by us. */
  | 'own_api';

export type MessageSender = {
  id: string;
  /** Absent if WhatsApp hides it. */
  phone?: string;
  displayName?: string;
  /** Host of an unknown kind of address, for the log. */
  unknownHost?: string;
};

/** `at` is signed and never later than the delivery. */
export type LineStateChanged = {
  kind: 'lineStateChanged';
  line: LineRef;
  eventId: string;
  state: LineState;
  self?: LineSelf;
  passkey?: LinePasskey;
  at: Date;
};

/** `eventId` is the same for every delivery. `text` may be empty. */
export type GroupMessage = {
  kind: 'groupMessage';
  line: LineRef;
  eventId: string;
  messageId: string;
  /** An opaque handle for `sendText` and `react`. */
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

export type Ignored = {
  kind: 'ignored';
  line: LineRef;
  eventId: string;
  reason:
    /** A message outside groups, such as a private chat. */
    | 'notGroup'
    /** A change of an older message. */
    | 'edited'
    | 'other';
};

export type InboundEvent = LineStateChanged | GroupMessage | GroupRenamed | SelfJoined | SelfLeft | Ignored;

export type ParsedWebhook =
  | { outcome: 'events'; events: InboundEvent[] }
  | {
      outcome: 'refused';
      reason:
        | 'signature'
        /** Signed too long ago. */
        | 'stale'
        /** Signed, but malformed. */
        | 'unreadable';
    };

export type SendResult = { messageId: string; replyHandle: string };

export type GatewayError = {
  code:
    | 'not_found'
    | 'wrong_state'
    /** Our input is invalid, or the call is not supported. */
    | 'rejected'
    /** Our key is missing or wrong. */
    | 'unauthorized'
    | 'rate_limited'
    /** WhatsApp rejected the call. */
    | 'upstream'
    /** Network failure, timeout or 5xx. */
    | 'unreachable';
  state?: LineState;
  /** A retry is safe and may help. */
  retryable: boolean;
  /** HTTP status, for the log. */
  status?: number;
};

export type GatewayFailure = { outcome: 'failed'; error: GatewayError };
export type CallResult = { outcome: 'ok' } | GatewayFailure;

export type LineWebhook = {
  url: string;
  /** Signs the events. */
  secret: string;
  /** Public. */
  metadata: Readonly<Record<string, string>>;
};

/** Limit of the whole call; by default 15 s, or 25 s for creating and removing. */
export type CallLimit = { timeoutMs: number };

export type WhatsAppGateway = {
  /** New lines are stopped until their first start. */
  createsStopped: boolean;
  /** Idempotent; replaces the configuration. Does not wait for the QR code. */
  createLine(ref: LineRef, webhook: LineWebhook): Promise<{ outcome: 'ok'; snapshot: LineSnapshot } | GatewayFailure>;
  /** Returns `unknown` if the gateway does not respond, and `absent` if it does not know the line. */
  describeLine(ref: LineRef, limit?: CallLimit): Promise<LineSnapshot>;
  getPairing(ref: LineRef, wait: { waitMs: number }): Promise<{ outcome: 'ok'; pairing: LinePairing } | GatewayFailure>;
  /** A code to type on the phone. Waits until a new line can return one. Fails with `rejected` if unsupported. */
  requestPairingCode(
    ref: LineRef,
    phone: string,
    wait: { waitMs: number },
  ): Promise<{ outcome: 'ok'; code: string } | GatewayFailure>;
  /** Fails with `rejected` if unsupported. */
  submitPasskey(ref: LineRef, assertion: PasskeyAssertion): Promise<CallResult>;
  confirmPasskey(ref: LineRef): Promise<CallResult>;
  /** Starts a stopped line; a no-op for a running one. */
  startLine(ref: LineRef, limit?: CallLimit): Promise<CallResult>;
  /** Restarts a running line that is stuck. */
  restartLine(ref: LineRef): Promise<CallResult>;
  /** Logs out and deletes the line; idempotent. Returns `ok` only if the gateway confirms the deletion. */
  removeLine(ref: LineRef): Promise<CallResult>;
  /** All lines, including stopped ones. */
  listLines(shardId: string): Promise<{ outcome: 'ok'; lines: ListedLine[] } | GatewayFailure>;
  /** In any order. */
  listGroups(ref: LineRef, limit?: CallLimit): Promise<({ outcome: 'ok' } & GroupList) | GatewayFailure>;
  /** Null if there is none or the call fails. */
  profilePicture(ref: LineRef, phone: string, limit?: CallLimit): Promise<string | null>;
  /** Rejects blank text. */
  sendText(
    ref: LineRef,
    chatJid: string,
    text: string,
    options?: { replyTo?: string; messageId?: string } & Partial<CallLimit>,
  ): Promise<{ outcome: 'ok'; sent: SendResult } | GatewayFailure>;
  /** An empty emoji removes the reaction. */
  react(ref: LineRef, replyHandle: string, emoji: string, limit?: CallLimit): Promise<CallResult>;
  /**
   * Undefined if the vendor chooses ids. The same `about` returns the same id, so that a retry sends the same message.
   */
  newMessageId(about?: string): string | undefined;
  /** `rawBody` is the body as received (`bodyBytes`); names in `headers` are lower case. */
  parseWebhook(
    rawBody: Uint8Array,
    headers: Readonly<Record<string, string | undefined>>,
    secret: string,
  ): Promise<ParsedWebhook>;
  checkGateway(limit?: CallLimit): Promise<{ outcome: 'ok'; version: string; suitable: boolean } | GatewayFailure>;
};

export type ListedLine = { line: LineRef; snapshot: LineSnapshot };
