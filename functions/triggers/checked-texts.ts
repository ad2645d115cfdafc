import { plainText } from '#functions/platform/plain-text.ts';
import { Refusal } from '#shared/refusals.ts';
import { tidyName, triggerNameProblem } from '#shared/rules/names.ts';
import { maxDescriptionLength } from '#shared/text-lengths.ts';

/** Returns the tidied name. Throws the reason if it is invalid. */
export function checkedName(given: string): string {
  const problem = triggerNameProblem(given);
  if (problem) throw new Refusal(problem, { fields: { name: problem } });
  return tidyName(given);
}

/** Counts code points. Returns undefined for an empty text. Throws `trigger.descriptionTooLong`. */
export function checkedDescription(given: string): string | undefined {
  const text = plainText(given);
  const problem = 'trigger.descriptionTooLong';
  if (Array.from(text).length > maxDescriptionLength) throw new Refusal(problem, { fields: { description: problem } });
  return text === '' ? undefined : text;
}
