import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { runTool, stopTools } from '../support/suite/run-tools.ts';

// `npm run fuzz -- --cases=500 --seed=7 [--only=createTrigger]` sends the hostile requests of the journeys, with more
// cases or the seed of an earlier run.
// `npm run fuzz -- receipts [--cases=20000] [--seed=7]` plays random histories of runs and receipts, a million by
// default.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cases: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    only: { type: 'string' },
  },
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stopTools());

const isReceipts = positionals[0] === 'receipts';
const cases = values.cases ?? (isReceipts ? '1000000' : '200');
console.log(`${cases} cases, seed ${values.seed}`);

const { exitCode } = await runTool(
  [
    'vitest',
    'run',
    ...(isReceipts
      ? ['--project=unit', 'functions/triggers/receipts/pair-receipts']
      : ['--project=journeys', 'test/journeys/fuzz']),
    ...(values.only === undefined ? [] : ['-t', values.only]),
  ],
  {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { FUZZ_CASES: cases, FUZZ_SEED: values.seed },
  },
);
process.exit(exitCode);
