/** Conclusion from a line state about its connection. */
type LineEvidence =
  | 'works'
  /** Nothing. The line may recover on its own and is restarted once if it does not. */
  | 'waits'
  /** Nothing. A restart, or a new line with the old credentials, shows more. */
  | 'unclear'
  /** A phone has to scan a code. A lost store looks the same as an unlinked phone. */
  | 'noCredentials'
  /** WhatsApp ended the connection, according to the gateway. */
  | 'ended';

/** The states of both gateways, under common names. */
const lineEvidence = {
  connected: 'works',
  connecting: 'waits',
  /** The reconciler starts the line. */
  stopped: 'waits',
  /** The gateway does not answer or reports an unknown state. */
  unknown: 'waits',
  /** The line does not run, and the gateway gives no reason. The reconciler restarts it. */
  broken: 'unclear',
  /** The gateway does not know the line. The reconciler creates it again. */
  absent: 'unclear',
  awaiting_qr: 'noCredentials',
  awaiting_passkey: 'noCredentials',
  awaiting_passkey_code: 'noCredentials',
  /** The codes expired. */
  unscanned: 'noCredentials',
  failed: 'ended',
} as const satisfies Record<string, LineEvidence>;

type State = keyof typeof lineEvidence;
export type KnownLineState = Exclude<State, 'unknown'>;

export const evidenceOf = (state: State): LineEvidence => lineEvidence[state];

/** Ends a connection if observed twice on a gateway that keeps its store. */
export const isEnding = (state: State): boolean => isStatedEnd(state) || evidenceOf(state) === 'noCredentials';

/** The gateway names WhatsApp as the cause. */
export const isStatedEnd = (state: State): boolean => evidenceOf(state) === 'ended';

/** If many lines are down at once, the gateway is at fault. */
export const isDown = (state: State): boolean => isEnding(state) || evidenceOf(state) === 'unclear';
