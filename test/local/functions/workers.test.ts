import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, afterEach, expect, test, vi } from 'vitest';

import { loadingLimitMs, type FunctionHost, type Runnable } from './function-host.ts';
import { inWorkers } from './workers.ts';

const place = mkdtempSync(join(tmpdir(), 'functions-'));
afterAll(() => rmSync(place, { recursive: true }));

let host: FunctionHost | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await host?.close();
});

const row: Runnable = { name: 'one', seconds: 5, megabytes: 128 };

function aFunction(code: string, max = 1, seconds = row.seconds): FunctionHost {
  const file = join(place, `${Math.random()}.mjs`);
  writeFileSync(file, code);
  host = inWorkers([{ ...row, seconds }], () => pathToFileURL(file).href, { environment: { GREETING: 'hi' }, max });
  return host;
}

test('runs a function with its environment variables and context', async () => {
  const { invoke } = aFunction(
    'export const handler = async (event, context) => [event.a, process.env.GREETING, context.awsRequestId];',
  );
  expect(await invoke('one', { a: 1 }, 'r1')).toEqual({ ok: true, result: [1, 'hi', 'r1'] });
});

const remembering = `
  import { threadId } from 'node:worker_threads';
  let running = 0;
  export const handler = async () => {
    running += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    const seen = [threadId, running];
    running -= 1;
    return seen;
  };`;

test('handles one request at a time per environment and limits the number of environments', async () => {
  const { invoke } = aFunction(remembering, 2);
  const all = await Promise.all([1, 2, 3, 4, 5].map((id) => invoke('one', {}, String(id))));
  const seen = all.map((one) => (one.ok ? JSON.stringify(one.result) : 'failed'));
  expect(new Set(seen).size).toBe(2);
  expect(seen.every((text) => text.endsWith(',1]'))).toBe(true);
});

test('reports an error like Lambda and keeps the environment', async () => {
  const { invoke } = aFunction(`
    let calls = 0;
    export const handler = async () => {
      calls += 1;
      if (calls === 1) throw new TypeError('no');
      return calls;
    };`);
  expect(await invoke('one', {}, 'r')).toMatchObject({
    ok: false,
    error: { errorType: 'TypeError', errorMessage: 'no' },
  });
  expect(await invoke('one', {}, 'r')).toEqual({ ok: true, result: 2 });
});

test('ends a function and its environment after the timeout', async () => {
  const { invoke } = aFunction(
    `let calls = 0;
     export const handler = (event) => { calls += 1; return event.hang ? new Promise(() => {}) : calls; };`,
    1,
    0.05,
  );
  expect(await invoke('one', { hang: true }, 'r')).toMatchObject({
    ok: false,
    error: { errorType: 'Sandbox.Timedout' },
  });
  expect(await invoke('one', {}, 'r')).toEqual({ ok: true, result: 1 });
});

test('fails the call when an environment exits, and starts a new one for the next call', async () => {
  const { invoke } = aFunction('export const handler = (event) => (event.die ? process.exit(3) : "alive");');
  expect(await invoke('one', { die: true }, 'r')).toMatchObject({ ok: false });
  expect(await invoke('one', {}, 'r')).toEqual({ ok: true, result: 'alive' });
});

test('fails the call of a function that cannot be loaded', async () => {
  const { invoke } = aFunction('export const other = 1;');
  expect(await invoke('one', {}, 'r')).toMatchObject({
    ok: false,
    error: { errorMessage: expect.stringContaining('exports no handler') },
  });
});

test('fails pending and later calls when closed and clears all timers', async () => {
  const { invoke, close } = aFunction('export const handler = () => new Promise(() => {});');
  const set = vi.spyOn(globalThis, 'setTimeout');
  const cleared = vi.spyOn(globalThis, 'clearTimeout');
  const calls = [1, 2].map((id) => invoke('one', {}, String(id)));
  const clock = set.mock.calls.findIndex(([, ms]) => ms === row.seconds * 1000 + loadingLimitMs);
  expect(clock).not.toBe(-1);
  await close();
  const left = { ok: false, error: { errorMessage: 'The functions were closed' } };
  expect(await Promise.all([...calls, invoke('one', {}, 'late')])).toMatchObject([left, left, left]);
  expect(cleared).toHaveBeenCalledWith(set.mock.results[clock]?.value);
});
