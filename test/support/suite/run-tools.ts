import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { runResults, type RunResults } from './results.ts';

export type Ran = { exitCode: number; seconds: number };

const running = new Set<ChildProcess>();

/** Waits until every running tool has stopped. */
export async function stopTools(): Promise<void> {
  const all = [...running];
  const ended = all.map((child) => new Promise((resolve) => child.once('close', resolve)));
  for (const child of all) child.kill('SIGINT');
  await Promise.race([Promise.all(ended), new Promise((resolve) => setTimeout(resolve, 10_000).unref())]);
  for (const child of running) child.kill('SIGKILL');
}

/** Runs a tool of `node_modules/.bin`. With `quiet`, its output is shown only if it fails. */
export function runTool(
  [tool, ...words]: readonly [string, ...string[]],
  options: { cwd: string; quiet?: boolean; env?: Readonly<Record<string, string>> },
): Promise<Ran> {
  const began = performance.now();
  const child = spawn(join(options.cwd, 'node_modules', '.bin', tool), words, {
    cwd: options.cwd,
    stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...options.env },
    shell: process.platform === 'win32',
  });
  running.add(child);
  const said: Buffer[] = [];
  child.stdout?.on('data', (text: Buffer) => said.push(text));
  child.stderr?.on('data', (text: Buffer) => said.push(text));
  return new Promise((resolve) => {
    const done = (exitCode: number): void => {
      running.delete(child);
      if (options.quiet && exitCode !== 0)
        console.log(`\n${[tool, ...words].join(' ')}\n${Buffer.concat(said).toString()}`);
      resolve({ exitCode, seconds: (performance.now() - began) / 1000 });
    };
    child.on('error', (error) => {
      said.push(Buffer.from(error.message));
      done(1);
    });
    child.on('close', (code) => done(code ?? 1));
  });
}

/** Runs a test tool that writes its results to a file. `results` is undefined if it failed before that. */
export async function runTests(
  command: readonly [string, ...string[]],
  cwd: string,
  name: string,
): Promise<Ran & { results: RunResults | undefined }> {
  const file = join(cwd, '.cache', `results-${name}.json`);
  await rm(file, { force: true });
  const ran = await runTool(command, { cwd, env: { RESULTS_FILE: file, ENDS_WITH_STARTER: '1' } });
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return { ...ran, results: text === undefined ? undefined : runResults.parse(JSON.parse(text)) };
}
