import type { OperatorCommand } from '../operator.ts';
import { eachFunction } from './each-function.ts';
import { findFunctions } from './find-functions.ts';
import { turnReaders } from './stream-readers.ts';

const usage = `--yes

Starts what stop stopped: each function gets the copies back that the stage's settings reserve for it ("reservedConcurrency"),
or shares the account's again, and the worker reads the table's stream from where it stopped. Repeat it after a failure. It
needs the AWS CLI.

  --yes  do it`;

export const start: OperatorCommand = {
  name: 'start',
  about: 'start every function of a stage again',
  usage,
  options: { yes: 'switch' },
  words: { min: 0, max: 0 },
  needsTable: false,
  run: async ({ has }, operator) => {
    const { aws, say } = operator;
    const functions = await findFunctions(operator);
    if (!has('yes')) {
      for (const { name, region } of functions) say(`  ${name}, ${region}`);
      say(`Nothing was done. With --yes these ${functions.length} functions start.`);
      return 'done';
    }
    const outcome = await eachFunction(functions, operator, async (one) => {
      const { name, region, reserved } = one;
      const reply = await aws(region, ['lambda', ...concurrency(name, reserved)]);
      if (reply.outcome === 'failed') return reply.why;
      say(`${name} runs in ${region}${reserved === undefined ? '' : `, with ${reserved} copies of its own`}.`);
      return one.readsStream ? turnReaders(operator, one, 'Enabled') : undefined;
    });
    if (outcome === 'done') say(`All ${functions.length} functions run.`);
    return outcome;
  },
};

const concurrency = (name: string, reserved: number | undefined): string[] =>
  reserved === undefined
    ? ['delete-function-concurrency', '--function-name', name]
    : ['put-function-concurrency', '--function-name', name, '--reserved-concurrent-executions', String(reserved)];
