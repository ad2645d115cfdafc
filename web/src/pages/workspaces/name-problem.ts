import { normaliseName, tidyName, workspaceNameProblem } from '#shared/rules/names.ts';

/** Fewest characters that the form takes; the server and the dialog of the sidebar take one. */
const shortest = 3;

type Facts = {
  /** The name so far, which is not looked at again. */
  current: string | undefined;
  /** Names of the other workspaces. */
  others: readonly string[];
};

/** What is wrong with a name in the form: `tooShort` or the key of a refusal; undefined when nothing is. */
export function nameProblem(wished: string, { current, others }: Facts): string | undefined {
  const name = tidyName(wished);
  if (name === current) return undefined;
  const problem = workspaceNameProblem(name);
  if (problem) return problem;
  if (Array.from(name).length < shortest) return 'tooShort';
  return others.some((other) => normaliseName(other) === normaliseName(name)) ? 'workspace.nameTaken' : undefined;
}
