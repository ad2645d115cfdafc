import { refusals, type RefusalCode } from '../../refusals.ts';
import { outcomes, type FailedOutcome } from './outcomes.ts';

type Facts = {
  /** Amazon reported that the skill is disabled, so the user does not have to disable it first. */
  skillIsOff?: boolean | undefined;
  /** The page of the skill in the owner's language. */
  page: string;
};

const asksToDisable: ReadonlySet<RefusalCode> = new Set(['amazon.reinstallSkill', 'amazon.skillNotEnabled']);

/** Returns the refusal to show while the skill is disabled: the user only has to enable it. */
export const whileSkillIsOff = (refusal: RefusalCode): RefusalCode =>
  asksToDisable.has(refusal) ? 'amazon.enableSkill' : refusal;

/** Returns the refusal whose text explains how to fix this outcome. */
export const refusalFor = (outcome: FailedOutcome, skillIsOff = false): RefusalCode =>
  skillIsOff ? whileSkillIsOff(outcomes[outcome].refusal) : outcomes[outcome].refusal;

/**
 * Returns the English error message for API clients, with a link to the skill page if the Alexa app fixes the problem.
 */
export function failureText(outcome: FailedOutcome, { skillIsOff, page }: Facts): string {
  const [, text] = refusals[refusalFor(outcome, skillIsOff)];
  return outcomes[outcome].fix === 'activateSkill' ? `${text} ${page}` : text;
}
