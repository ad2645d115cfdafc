import { refusals, type RefusalCode } from '../../refusals.ts';
import { outcomes, type FailedOutcome } from './outcomes.ts';

type Facts = {
  /** Amazon reported that the skill is disabled, so the user does not have to disable it first. */
  skillIsOff?: boolean | undefined;
  /** The page of the skill in the owner's language. */
  page: string;
};

const toDisable: ReadonlySet<RefusalCode> = new Set(['amazon.reinstallSkill', 'amazon.skillNotEnabled']);

/** A skill that is off only has to be enabled. */
export const whileSkillIsOff = (refusal: RefusalCode): RefusalCode =>
  toDisable.has(refusal) ? 'amazon.enableSkill' : refusal;

/** The refusal whose text says what fixes this outcome. */
export const refusalFor = (outcome: FailedOutcome, skillIsOff = false): RefusalCode =>
  skillIsOff ? whileSkillIsOff(outcomes[outcome].refusal) : outcomes[outcome].refusal;

/**
 * Returns the English error message for API clients, with a link to the skill page if the Alexa app fixes the problem.
 */
export function failureText(outcome: FailedOutcome, { skillIsOff, page }: Facts): string {
  const [, text] = refusals[refusalFor(outcome, skillIsOff)];
  return outcomes[outcome].fix === 'activateSkill' ? `${text} ${page}` : text;
}
