import { fileURLToPath } from 'node:url';

import { runSkill } from './run-skill.ts';

process.exitCode = runSkill(process.argv.slice(2), {
  print: console.log,
  printError: console.error,
  folder: fileURLToPath(new URL('../../dist/skill-package', import.meta.url)),
});
