import { isStillRefused, repairActionFor, type WhenRefused } from '../skill-state.ts';

type Facts = WhenRefused & {
  /** Whether this stage enables the skill for users. */
  enables: boolean;
  access: { reconnectRefusedAt?: string | undefined } | undefined;
};

/** Returns the outcome of a run without a valid grant. Its message names the fix. */
export const revokedOutcome = ({ enables, access, ...when }: Facts): 'grantRevoked' | 'reinstallSkill' =>
  repairActionFor({ enables, refused: isStillRefused(access?.reconnectRefusedAt, when) }) === 'reconnect'
    ? 'grantRevoked'
    : 'reinstallSkill';
