import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

import { expect, test, vi } from 'vitest';

const source = readFileSync(join(import.meta.dirname, '../../worker.js'), 'utf8');
const shell = {
  version: '2',
  files: ['/index.html', '/pages/triggers.html', '/pages/triggers.id.html', '/assets/app-1.js'],
};
const origin = 'https://recado.example';

type Asked = { path: string; method?: string; mode?: string };

/** Runs the worker without a network: each stored file contains its own path. */
function aWorker(network: () => Promise<Response> = () => Promise.reject(new TypeError('offline'))) {
  const listeners = new Map<string, (event: object) => void>();
  let isPreloadOn = true;
  const registration = { navigationPreload: { disable: async () => void (isPreloadOn = false) } };
  const addEventListener = (kind: string, act: never) => listeners.set(kind, act);
  const self = { location: { origin }, registration, addEventListener };
  const match = async (path: string) => (shell.files.includes(path) ? new Response(path) : undefined);
  const deleted: string[] = [];
  const caches = {
    open: async (name: string) => (name === 'shell-2' ? { match } : { match: async () => new Response(name) }),
    keys: async () => ['shell-1', 'shell-2'],
    delete: async (name: string) => deleted.push(name),
  };
  const script = source.replace('(__SHELL__)', `(${JSON.stringify(shell)})`);
  const later = (action: () => void, ms: number) => setTimeout(action, ms);
  runInNewContext(script, { self, caches, fetch: network, setTimeout: later, URL });
  return {
    activate: async () => {
      let done: unknown;
      listeners.get('activate')?.({ waitUntil: (work: unknown) => (done = work) });
      await done;
      return { deleted, isPreloadOn };
    },
    /** The body of the worker's answer. Undefined if it leaves the request to the browser. */
    ask: async ({ path, method = 'GET', mode = 'navigate' }: Asked) => {
      const request = { url: new URL(path, origin).href, method, mode };
      let answer: Promise<Response> | undefined;
      const respondWith = (given: Promise<Response>) => (answer = given);
      listeners.get('fetch')?.({ request, waitUntil: () => {}, respondWith });
      return (await answer)?.text();
    },
  };
}

test.each([
  [{ path: '/api/triggers', mode: 'cors' }],
  [{ path: '/api/triggers/7/execute', mode: 'cors', method: 'POST' }],
  [{ path: '/config.json', mode: 'cors' }],
  [{ path: '/assets/other-1.js', mode: 'cors' }],
  [{ path: '/api/auth/google' }],
  [{ path: '/prod/trigger/7/trg-1?token=x' }],
  [{ path: '/prod/pass' }],
  [{ path: '//prod/trigger/7/trg-1' }],
  [{ path: '/llms.txt' }],
  [{ path: '/triggers', method: 'POST' }],
  [{ path: 'https://other.example/triggers' }],
] satisfies [Asked][])('leaves %o to the browser', async (asked) => {
  expect(await aWorker().ask(asked)).toBeUndefined();
});

test.each([
  ['/triggers/?q=night', '/pages/triggers.html'],
  ['/triggers/trg-1', '/pages/triggers.id.html'],
  ['/nowhere', '/index.html'],
])('opens %s from %s without a network', async (path, file) => {
  expect(await aWorker().ask({ path })).toBe(file);
});

test('prefers the page of the network, and opens the stored one after a second without an answer', async () => {
  expect(await aWorker(async () => new Response('new')).ask({ path: '/triggers' })).toBe('new');
  vi.useFakeTimers();
  const opened = aWorker(() => new Promise(() => {})).ask({ path: '/triggers' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await opened).toBe('/pages/triggers.html');
  vi.useRealTimers();
});

test('takes the files of its build from the store, and deletes those of other builds', async () => {
  expect(await aWorker().ask({ path: '/assets/app-1.js', mode: 'cors' })).toBe('/assets/app-1.js');
  expect(await aWorker().activate()).toMatchObject({ deleted: ['shell-1'] });
});

test('disables navigation preload of an earlier version, with which the browser would send webhooks twice', async () => {
  expect(await aWorker().activate()).toMatchObject({ isPreloadOn: false });
});
