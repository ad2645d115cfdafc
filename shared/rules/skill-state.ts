/**
 * | link | grant                     | state      |
 * | no   | any                       | notLinked  |
 * | yes  | none, or unknown to Alexa | notEnabled |
 * | yes  | valid                     | active     |
 * | yes  | revoked                   | revoked    |
 */
export function skillState(linked: boolean, grant: 'none' | 'valid' | 'revoked') {
  if (!linked) return 'notLinked';
  if (grant === 'none') return 'notEnabled';
  return grant === 'valid' ? 'active' : 'revoked';
}

/**
 * `reconnect`: connecting anew enables the skill again. `reinstall`: only the Alexa app does, because this stage does
 * not enable skills (`enables`), or it is refused for this link or person just now (`refused`).
 */
export type Mend = 'reconnect' | 'reinstall';

const hourMs = 3_600_000;
const refusedMs = 24 * hourMs;

/** So many different Amazon accounts that are refused are more than single people. */
export const neededAccounts = 3;

/** What everybody is refused counts until a success, or a week after the last refusal. */
export const stageRefusedMs = 7 * 24 * hourMs;
/** Meanwhile one person in this time finds out whether it still is. */
export const probeEveryMs = hourMs;

/** What one person is refused counts for a day, because its cause may be gone then. */
export const isStillRefused = (at: string | undefined, now: Date): boolean =>
  at !== undefined && now.getTime() - Date.parse(at) < refusedMs;

/** What mends a link whose skill is not active. */
export const mendOf = ({ enables, refused }: { enables: boolean; refused: boolean }): Mend =>
  enables && !refused ? 'reconnect' : 'reinstall';
