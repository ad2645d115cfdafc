import { isStillRefused, mendOf } from '../skill-state.ts';

type Facts = {
  /** Whether this stage enables the skill for users. */
  enables: boolean;
  access: { reconnectRefusedAt?: string | undefined } | undefined;
  now: Date;
};

/** Returns the outcome of a run without a valid grant. Its message names the fix. */
export const revokedOutcome = ({ enables, access, now }: Facts): 'grantRevoked' | 'reinstallSkill' =>
  mendOf({ enables, refused: isStillRefused(access?.reconnectRefusedAt, now) }) === 'reconnect'
    ? 'grantRevoked'
    : 'reinstallSkill';
