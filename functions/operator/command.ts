import { inspect } from 'node:util';

import { checkPlace } from './check-place.ts';
import { commands } from './commands.ts';
import { connect } from './connect.ts';
import { runCommand } from './run-command.ts';
import { targetOf } from './target.ts';
import { writeLine } from './write-line.ts';

const print = writeLine(process.stdout);
const printError = writeLine(process.stderr);

try {
  process.exitCode = await runCommand(commands, process.argv.slice(2), {
    print,
    printError,
    connect: async (typed, { needsTable = true }) => {
      const target = await targetOf(typed, '.local');
      // DynamoDB Local does not check credentials, and real ones must not be read.
      if (target.isLocal) Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' });
      const operator = connect(target, print, printError);
      if (needsTable) await checkPlace(operator.table, target);
      return operator;
    },
  });
} catch (error) {
  printError(inspect(error));
  process.exitCode = 1;
}
