import { isStillRefused, mendOf } from '../skill-state.ts';

type Facts = {
  /** Whether this stage enables the skill for people. */
  enables: boolean;
  access: { reconnectRefusedAt?: string | undefined } | undefined;
  now: Date;
};

/** How a run ends whose permission is over: its words name what mends it. */
export const revokedOutcome = ({ enables, access, now }: Facts): 'grantRevoked' | 'reinstallSkill' =>
  mendOf({ enables, refused: isStillRefused(access?.reconnectRefusedAt, now) }) === 'reconnect'
    ? 'grantRevoked'
    : 'reinstallSkill';
