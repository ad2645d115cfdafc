import { fileURLToPath } from 'node:url';

import { runTool } from './support/suite/run-tools.ts';

/** `npm run matrix`: every channel times every fault. `FAULT_SEED` and `FAULT_CELL` play a part of it again. */
const { exitCode } = await runTool(['vitest', 'run', '--project=matrix'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: { FAULT_ALL: '1', FAULT_SEED: process.env['FAULT_SEED'] ?? String(Math.floor(Math.random() * 2 ** 31)) },
});
process.exit(exitCode);
