import { mendOf } from '../skill-state.ts';

type Facts = {
  /** Whether this stage enables the skill for people. */
  chainOn: boolean;
  access: { reconnectRefused?: true | undefined } | undefined;
};

/** How a run ends whose permission is over: its words name what mends it. */
export const revokedOutcome = ({ chainOn, access }: Facts): 'grantRevoked' | 'reinstallSkill' =>
  mendOf({ chainOn, refused: access?.reconnectRefused === true }) === 'reconnect' ? 'grantRevoked' : 'reinstallSkill';
