import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, inject, test } from 'vitest';

import { root } from '../local/stack.ts';
import { homeOf } from './kit/home.ts';

const portOf = (url: string): string => new URL(url).port;

async function demo(sandboxPort: string): Promise<{ code: number; text: string }> {
  const env = { ...process.env, PORT: portOf(inject('stack').appUrl), SANDBOX_PORT: sandboxPort };
  const command = promisify(execFile)(process.execPath, [join(root, 'test', 'demo.ts')], { env, cwd: root });
  return command.then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: unknown) => ({ code: 1, text: String(error) }),
  );
}

test('runs the demonstration on a running product and cleans up afterwards', async () => {
  const { code, text } = await demo(portOf(inject('stack').sandboxUrl ?? ''));
  expect(text).toContain('The home reacted each time');
  expect(text).toMatch(/Ran after \d+\.\d s/);
  expect(text).toMatch(/on the message: ✅/);
  expect(code).toBe(0);
  expect(text).not.toMatch(/token=[\w-]{20}/);
  expect((await homeOf('ana').look()).devices.filter(({ friendlyName }) => friendlyName.startsWith('Demo'))).toEqual(
    [],
  );
});

test('fails the demonstration when the home cannot be reached', async () => {
  expect((await demo('1')).code).toBe(1);
});
