import { spawn } from 'node:child_process';

/** Runs a command and ends it when its own stdin closes, even if its parent was killed. */
const [command, ...rest] = process.argv.slice(2);
const child = spawn(command, rest, { stdio: ['ignore', 'inherit', 'inherit'] });
const end = () => {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), 3000).unref();
};

process.stdin.on('end', end).on('error', end).resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
child.on('error', () => process.exit(1));
child.on('exit', (code) => process.exit(code ?? 0));
