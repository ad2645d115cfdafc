import { refusals } from '../../refusals.ts';
import { outcomes, type FailedOutcome } from './outcomes.ts';

type Facts = {
  /** Amazon said that the skill is off, so that there is nothing to disable. */
  skillIsOff?: boolean | undefined;
  /** Where its owner finds the skill, in their language. */
  page: string;
};

/** What an answer to a program says in English; where the Alexa app mends it, with the page that leads there. */
export function failureText(outcome: FailedOutcome, { skillIsOff = false, page }: Facts): string {
  const { refusal, fix } = outcomes[outcome];
  if (fix !== 'activateSkill') return refusals[refusal][1];
  return `${skillIsOff ? 'Enable the skill in the Alexa app, then try again.' : refusals[refusal][1]} ${page}`;
}
