import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { runTool, stopTools } from '../support/suite/run-tools.ts';

// `npm run fuzz -- --cases=500 --seed=7 [--only=createTrigger]`: the hostile requests of the journeys, longer or once more.
// `npm run fuzz -- receipts --cases=1000000 --seed=7`: random histories of runs and receipts.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cases: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    only: { type: 'string' },
  },
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stopTools());

const { exitCode } = await runTool(
  [
    'vitest',
    'run',
    ...(positionals[0] === 'receipts'
      ? ['--project=unit', 'functions/triggers/receipts/pair-receipts']
      : ['--project=journeys', 'test/journeys/fuzz']),
    ...(values.only === undefined ? [] : ['-t', values.only]),
  ],
  {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { FUZZ_CASES: values.cases, FUZZ_SEED: values.seed },
  },
);
process.exit(exitCode);
