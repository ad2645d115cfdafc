import { Refusal } from '#shared/refusals.ts';
import { tidyName, workspaceNameProblem } from '#shared/rules/names.ts';

/** Returns the tidied name. Throws a refusal for the field `name` if it is invalid. */
export function validName(input: string): string {
  const problem = workspaceNameProblem(input);
  if (problem) throw new Refusal(problem, { fields: { name: problem } });
  return tidyName(input);
}
