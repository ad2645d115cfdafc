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
 * not enable skills (`chainOn`) or Amazon refused it for this link (`refused`).
 */
export type Mend = 'reconnect' | 'reinstall';

/** What mends a link whose skill is not active. */
export const mendOf = ({ chainOn, refused }: { chainOn: boolean; refused: boolean }): Mend =>
  chainOn && !refused ? 'reconnect' : 'reinstall';
