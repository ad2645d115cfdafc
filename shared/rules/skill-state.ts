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

export type Repair =
  /** Reconnecting enables the skill again. */
  | 'reconnect'
  /** Only the Alexa app helps: this stage cannot enable skills, or Amazon currently refuses it for this link or user. */
  | 'reinstall';

const hourMs = 3_600_000;
const refusedMs = 24 * hourMs;

/** If this many different Amazon accounts are refused, the cause is not a single account. */
export const neededAccounts = 3;

/** A refusal of the whole stage lasts until a success, or a week after the last refusal. */
export const stageRefusedMs = 7 * 24 * hourMs;
/** In between, one user per hour tests whether it still applies. */
export const probeEveryMs = hourMs;

/** Whether this stage enables the skill for users. */
export type StageEnabling = {
  enables: boolean;
  /** When Amazon first allowed it again. Earlier refusals of single accounts were about the stage. */
  reopenedAt?: string | undefined;
};

export type WhenRefused = Pick<StageEnabling, 'reopenedAt'> & { now: Date };

/** A user's refusal lasts a day, because its cause may be gone by then. */
export const isStillRefused = (at: string | undefined, { now, reopenedAt }: WhenRefused): boolean =>
  at !== undefined &&
  now.getTime() - Date.parse(at) < refusedMs &&
  (reopenedAt === undefined || Date.parse(at) > Date.parse(reopenedAt));

/** Returns the fix for a link whose skill is not active. */
export const repairActionFor = ({ enables, refused }: { enables: boolean; refused: boolean }): Repair =>
  enables && !refused ? 'reconnect' : 'reinstall';
