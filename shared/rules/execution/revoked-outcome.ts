import { isStillRefused, mendOf } from '../skill-state.ts';

type Facts = {
  /** Whether this stage enables the skill for people. */
  chainOn: boolean;
  access: { reconnectRefusedAt?: string | undefined } | undefined;
  now: Date;
};

/** How a run ends whose permission is over: its words name what mends it. */
export const revokedOutcome = ({ chainOn, access, now }: Facts): 'grantRevoked' | 'reinstallSkill' =>
  mendOf({ chainOn, refused: isStillRefused(access?.reconnectRefusedAt, now) }) === 'reconnect'
    ? 'grantRevoked'
    : 'reinstallSkill';
