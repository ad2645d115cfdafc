import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { freePort } from '../local/ports.ts';

/** Resident memory of all processes of `npm start -- --prod`. */
const maxMb = 350;
/** The functions that the start called have ended by then. */
const restMs = 75_000;
const startMs = 300_000;

const root = fileURLToPath(new URL('../..', import.meta.url));
const stackFile = join(root, '.local', 'stack.json');

/** Measures the built product at rest, with the data in `.local`. */
export async function benchMemory(): Promise<boolean> {
  if (existsSync(stackFile)) throw new Error('The product is running: stop it first. (Or delete .local/stack.json.)');
  const port = async (): Promise<string> => String(await freePort(0, 'PORT'));
  const ports = { PORT: await port(), SANDBOX_PORT: await port(), DYNAMODB_PORT: await port() };
  const product = spawn('npm', ['start', '--', '--prod'], {
    cwd: root,
    env: { ...process.env, ...ports },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => product.once('exit', () => resolve()));
  try {
    await started(() => product.exitCode === null && product.signalCode === null);
    await pause(restMs);
    const all = processesUnder(product.pid ?? 0);
    for (const { name, mb } of all) console.log(`  ${name.padEnd(24)}${mb.toFixed(0).padStart(6)} MB`);
    const sum = all.reduce((total, { mb }) => total + mb, 0);
    console.log(`  ${'all (RSS)'.padEnd(24)}${sum.toFixed(0).padStart(6)} MB, at most ${maxMb} MB`);
    return sum <= maxMb;
  } finally {
    product.kill();
    await ended;
  }
}

async function started(isAlive: () => boolean): Promise<void> {
  for (const until = Date.now() + startMs; !existsSync(stackFile); await pause(250)) {
    if (!isAlive()) throw new Error('npm start -- --prod ended.');
    if (Date.now() > until) throw new Error('npm start -- --prod did not start in time.');
  }
}

type Measured = { pid: number; parent: number; mb: number; name: string };

function processesUnder(top: number): Measured[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,comm='], { encoding: 'utf8' }).trim().split('\n');
  const all = lines.map((line): Measured => {
    const [pid, parent, kilobytes, ...name] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), mb: Number(kilobytes) / 1024, name: name.join(' ') };
  });
  const under = (pid: number): Measured[] =>
    all.filter(({ parent }) => parent === pid).flatMap((each) => [each, ...under(each.pid)]);
  return [...all.filter(({ pid }) => pid === top), ...under(top)];
}
