import type { Operator } from '../operator.ts';
import type { StageFunction } from './stage-functions.ts';

/** `work` returns what was in the way. One that fails keeps the others from nothing. */
export async function eachFunction(
  functions: readonly StageFunction[],
  { say }: Pick<Operator, 'say'>,
  work: (one: StageFunction) => Promise<string | undefined>,
): Promise<'done' | 'notDone'> {
  let failed = 0;
  for (const one of functions) {
    const problem = await work(one);
    if (problem === undefined) continue;
    failed += 1;
    say(`NOT DONE: ${one.name} in ${one.region}: ${problem}`);
  }
  if (failed === 0) return 'done';
  say(`${failed} of ${functions.length} functions are left: run it again.`);
  return 'notDone';
}
