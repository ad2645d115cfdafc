import { eachFunctionCommand } from './each-function-command.ts';
import { turnReaders } from './stream-readers.ts';

export const start = eachFunctionCommand({
  name: 'start',
  about: 'start every function of a stage again',
  does: `Starts what stop stopped. Each function gets its concurrency from the stage's settings ("reservedConcurrency"), or the
unreserved one, and the worker reads the table's stream from where it stopped. Repeat it after a failure.`,
  work: async (one, operator) => {
    const { name, region, reserved } = one;
    const reply = await operator.aws(region, ['lambda', ...concurrency(name, reserved)]);
    if (reply.outcome === 'failed') return reply.why;
    operator.print(
      `${name} runs in ${region}${reserved === undefined ? '' : `, with a reserved concurrency of ${reserved}`}.`,
    );
    return one.readsStream ? turnReaders(operator, one, 'Enabled') : undefined;
  },
  done: ({ length }) => `All ${length} functions run.`,
});

const concurrency = (name: string, reserved: number | undefined): string[] =>
  reserved === undefined
    ? ['delete-function-concurrency', '--function-name', name]
    : ['put-function-concurrency', '--function-name', name, '--reserved-concurrent-executions', String(reserved)];
