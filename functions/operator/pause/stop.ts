import type { OperatorCommand } from '../operator.ts';
import { eachFunction } from './each-function.ts';
import { findFunctions } from './find-functions.ts';
import { turnReaders } from './stream-readers.ts';

const usage = `--yes

Stops the product of a stage, before its table is brought back: the worker no longer reads the table's stream, and no
function runs any more, also not by a clock, which finds none free. Webhooks fail meanwhile and commands in groups are lost;
Stripe repeats for days; alarms go off. The web app, the table and the secrets stay. Repeat it after a failure; start undoes
it. It needs the AWS CLI.

  --yes  do it`;

export const stop: OperatorCommand = {
  name: 'stop',
  about: 'stop every function of a stage',
  usage,
  options: { yes: 'switch' },
  words: { min: 0, max: 0 },
  needsTable: false,
  run: async ({ has }, operator) => {
    const { aws, say } = operator;
    const functions = await findFunctions(operator);
    if (!has('yes')) {
      for (const { name, region } of functions) say(`  ${name}, ${region}`);
      say(`Nothing was done. With --yes these ${functions.length} functions stop.`);
      return 'done';
    }
    const outcome = await eachFunction(functions, operator, async (one) => {
      const problem = one.readsStream ? await turnReaders(operator, one, 'Disabled') : undefined;
      if (problem !== undefined) return problem;
      const none = ['--function-name', one.name, '--reserved-concurrent-executions', '0'];
      const reply = await aws(one.region, ['lambda', 'put-function-concurrency', ...none]);
      if (reply.outcome === 'failed') return reply.why;
      say(`${one.name} is stopped in ${one.region}.`);
      return undefined;
    });
    const longest = Math.max(...functions.map(({ seconds }) => seconds));
    if (outcome === 'done')
      say(`All ${functions.length} functions are stopped; what still runs ends within ${longest} s.`);
    return outcome;
  },
};
