/**
 * What a state of a line proves about its connection. `works`. `waits`: nothing; it may come back without us, and
 * is restarted once where it does not. `unclear`: nothing; a restart, or a new line with the old credentials, shows more. `noCredentials`: a phone has to scan; a lost
 * store looks the same as an unlinked phone. `ended`: WhatsApp ended it, as the gateway says.
 */
type LineEvidence = 'works' | 'waits' | 'unclear' | 'noCredentials' | 'ended';

/** The states of both gateways, in our words. */
const lineEvidence = {
  connected: 'works',
  connecting: 'waits',
  /** The reconciler starts it. */
  stopped: 'waits',
  /** The gateway does not answer, or with a new word. */
  unknown: 'waits',
  /** Does not run, and the gateway does not say why. The reconciler restarts it. */
  broken: 'unclear',
  /** The gateway knows no such line. The reconciler creates it again. */
  absent: 'unclear',
  awaiting_qr: 'noCredentials',
  awaiting_passkey: 'noCredentials',
  awaiting_passkey_code: 'noCredentials',
  /** The codes ran out. */
  unscanned: 'noCredentials',
  failed: 'ended',
} as const satisfies Record<string, LineEvidence>;

type State = keyof typeof lineEvidence;
export type KnownLineState = Exclude<State, 'unknown'>;

export const evidenceOf = (state: State): LineEvidence => lineEvidence[state];

/** Ends a connection when seen twice, of a gateway that keeps its store. */
export const isEnding = (state: State): boolean => isStatedEnd(state) || evidenceOf(state) === 'noCredentials';

/** Names WhatsApp as the cause. */
export const isStatedEnd = (state: State): boolean => evidenceOf(state) === 'ended';

/** Many of them at once are a fault of the gateway. */
export const isDown = (state: State): boolean => isEnding(state) || evidenceOf(state) === 'unclear';
