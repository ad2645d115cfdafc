import { fileURLToPath } from 'node:url';

import { runTool } from './support/suite/run-tools.ts';

/**
 * `npm run matrix`: all channels and connection flows with every fault. `FAULT_SEED` and `FAULT_CELL` select a part.
 */
const { exitCode } = await runTool(['vitest', 'run', '--project=matrix', '--maxWorkers=1'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: { FAULT_ALL: '1', FAULT_SEED: process.env['FAULT_SEED'] ?? String(Math.floor(Math.random() * 2 ** 31)) },
});
process.exit(exitCode);
