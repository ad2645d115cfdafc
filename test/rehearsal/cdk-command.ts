import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type Ran = { succeeded: boolean; output: string };

/** The project's own CDK command, with an environment that reaches only the emulator. */
export function cdkCommand(env: Readonly<Record<string, string>>) {
  return (...words: readonly string[]): Promise<Ran> => {
    const child = spawn(join(root, 'node_modules', '.bin', 'cdk'), words, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    const said: Buffer[] = [];
    child.stdout.on('data', (text: Buffer) => said.push(text));
    child.stderr.on('data', (text: Buffer) => said.push(text));
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve({ succeeded: code === 0, output: Buffer.concat(said).toString() }));
    });
  };
}

export type Cdk = ReturnType<typeof cdkCommand>;

/** Without questions, like the deployment workflow. */
export const deploying = (app: string): string[] => [
  'deploy',
  '--app',
  app,
  '--require-approval',
  'never',
  '--progress',
  'events',
];
