import { eachFunctionCommand } from './each-function-command.ts';
import { turnReaders } from './stream-readers.ts';

export const stop = eachFunctionCommand({
  name: 'stop',
  about: 'stop every function of a stage',
  does: `Stops the product of a stage, for example before its table is restored. The worker stops reading the table's stream, and
no function runs, including scheduled ones. Webhooks fail, commands in groups are lost, Stripe retries for days, and alarms
go off. The web app, the table and the secrets stay. Repeat it after a failure. The command start undoes it.`,
  work: async (one, operator) => {
    const problem = one.readsStream ? await turnReaders(operator, one, 'Disabled') : undefined;
    if (problem !== undefined) return problem;
    const noConcurrency = ['--function-name', one.name, '--reserved-concurrent-executions', '0'];
    const reply = await operator.aws(one.region, ['lambda', 'put-function-concurrency', ...noConcurrency]);
    if (reply.outcome === 'failed') return reply.why;
    operator.print(`${one.name} is stopped in ${one.region}.`);
    return undefined;
  },
  done: (functions) => {
    const longest = Math.max(...functions.map(({ seconds }) => seconds));
    return `All ${functions.length} functions are stopped; the last call ends within ${longest} s.`;
  },
});
