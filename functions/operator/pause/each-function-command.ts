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
    const { print } = operator;
    const { functions, unread } = await findFunctions(operator);
    for (const [region, problem] of unread) print(`NOT DONE: ${region}: ${problem}`);
    if (!has('yes')) {
      for (const one of functions) print(`  ${one.name}, ${one.region}`);
      print(`Nothing was changed. With --yes, these ${functions.length} functions ${name}.`);
      return unread.size === 0 ? 'done' : 'notDone';
    }
    const failed = await countFailures(functions, operator, work);
    if (failed === 0 && unread.size === 0) {
      print(done(functions));
      return 'done';
    }
    const others = unread.size === 0 ? '' : `, and those in ${[...unread.keys()].join(' and ')} are unknown`;
    print(`${failed} of ${functions.length} functions failed${others}: run it again.`);
    return 'notDone';
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
    operator.print(`NOT DONE: ${one.name} in ${one.region}: ${problem}`);
  }
  return failed;
}
