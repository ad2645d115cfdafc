import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { StartProblem } from '../problem.ts';

const entry = fileURLToPath(new URL('build-entry.ts', import.meta.url));

const builds = new Map<string, Promise<void>>();

/** Once per directory, because a second product in this process serves the same files. */
export function buildInChild(what: 'web' | 'functions', directory: string): Promise<void> {
  const found = builds.get(directory) ?? build(what, directory);
  builds.set(directory, found);
  return found;
}

/** In a child process, because the build tools take half a gigabyte of memory that the product would otherwise keep. */
async function build(what: 'web' | 'functions', directory: string): Promise<void> {
  const child = spawn(process.execPath, [entry, what, directory], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new StartProblem(`The build of ${what} failed; its output is above.`);
}
