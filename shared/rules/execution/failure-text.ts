import { refusals } from '../../refusals.ts';
import { outcomes, type FailedOutcome } from './outcomes.ts';

type Facts = {
  /** Amazon reported that the skill is disabled, so the user does not have to disable it first. */
  skillIsOff?: boolean | undefined;
  /** The page of the skill in the owner's language. */
  page: string;
};

/**
 * Returns the English error message for API clients, with a link to the skill page if the Alexa app fixes the problem.
 */
export function failureText(outcome: FailedOutcome, { skillIsOff = false, page }: Facts): string {
  const { refusal, fix } = outcomes[outcome];
  if (fix !== 'activateSkill') return refusals[refusal][1];
  return `${skillIsOff ? 'Enable the skill in the Alexa app, then try again.' : refusals[refusal][1]} ${page}`;
}
