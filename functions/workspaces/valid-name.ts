import { Refusal } from '#shared/refusals.ts';
import { tidyName, workspaceNameProblem } from '#shared/rules/names.ts';

/** Throws what is wrong with it, for the field `name`. */
export function validName(wished: string): string {
  const problem = workspaceNameProblem(wished);
  if (problem) throw new Refusal(problem, { fields: { name: problem } });
  return tidyName(wished);
}
