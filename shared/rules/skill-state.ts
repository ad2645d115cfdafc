/**
 * | link | grant   | state      |
 * | no   | any     | notLinked  |
 * | yes  | none    | notEnabled |
 * | yes  | valid   | active     |
 * | yes  | revoked | revoked    |
 */
export function skillState(linked: boolean, grant: 'none' | 'valid' | 'revoked') {
  if (!linked) return 'notLinked';
  if (grant === 'none') return 'notEnabled';
  return grant === 'valid' ? 'active' : 'revoked';
}

/**
 * `reconnect`: connecting anew enables the skill again. `reinstall`: only the Alexa app does, because this stage does
 * not enable skills (`chainOn`), or it is refused for this link or person just now (`refused`).
 */
export type Mend = 'reconnect' | 'reinstall';

const refusedMs = 3_600_000;

/** A refusal counts for an hour, because its cause may be gone then. */
export const isStillRefused = (at: string | undefined, now: Date): boolean =>
  at !== undefined && now.getTime() - Date.parse(at) < refusedMs;

/** What mends a link whose skill is not active. */
export const mendOf = ({ chainOn, refused }: { chainOn: boolean; refused: boolean }): Mend =>
  chainOn && !refused ? 'reconnect' : 'reinstall';
