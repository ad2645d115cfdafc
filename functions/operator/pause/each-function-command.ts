import type { Operator, OperatorCommand } from '../operator.ts';
import { findFunctions } from './find-functions.ts';
import type { StageFunction } from './stage-functions.ts';

type Parts = Pick<OperatorCommand, 'name' | 'about'> & {
  does: string;
  /** Returns the problem, or undefined on success. */
  work: (one: StageFunction, operator: Operator) => Promise<string | undefined>;
  done: (functions: readonly StageFunction[]) => string;
};

/** Returns a command that calls `work` for each function of a stage. Without `--yes`, the command only lists them. */
export const eachFunctionCommand = ({ name, about, does, work, done }: Parts): OperatorCommand => ({
  name,
  about,
  usage: `--yes

${does} It needs the AWS CLI.

  --yes  do it`,
  options: { yes: 'switch' },
  words: { min: 0, max: 0 },
  needsTable: false,
  run: async ({ has }, operator) => {
    const { say } = operator;
    const functions = await findFunctions(operator);
    if (!has('yes')) {
      for (const one of functions) say(`  ${one.name}, ${one.region}`);
      say(`Nothing was changed. With --yes, these ${functions.length} functions ${name}.`);
      return 'done';
    }
    const failed = await countFailures(functions, operator, work);
    say(failed === 0 ? done(functions) : `${failed} of ${functions.length} functions failed: run it again.`);
    return failed === 0 ? 'done' : 'notDone';
  },
});

/** Returns the number of functions for which `work` failed. Continues after a failure. */
async function countFailures(
  functions: readonly StageFunction[],
  operator: Operator,
  work: Parts['work'],
): Promise<number> {
  let failed = 0;
  for (const one of functions) {
    const problem = await work(one, operator);
    if (problem === undefined) continue;
    failed += 1;
    operator.say(`NOT DONE: ${one.name} in ${one.region}: ${problem}`);
  }
  return failed;
}
