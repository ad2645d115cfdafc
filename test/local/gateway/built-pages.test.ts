import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { contentSecurityPolicy, securityHeaders } from '#shared/rules/browser-policy.ts';

import { aBuiltApp } from '../../support/a-page-server.ts';

const html = `<!doctype html><title>Recado</title><p>${'Good night. '.repeat(200)}</p>`;
const widget = 'https://chat.example.com/widget.js';

let app: Awaited<ReturnType<typeof aBuiltApp>>;
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pages-'));
  for (const folder of ['assets', 'icons', 'pages', '.vite']) await mkdir(join(directory, folder));
  await writeFile(join(directory, 'index.html'), html);
  await writeFile(join(directory, 'pages', 'triggers.html'), '<!doctype html><h1>Triggers</h1>');
  await writeFile(join(directory, 'pages', 'triggers.id.html'), '<!doctype html><h1>One trigger</h1>');
  await writeFile(join(directory, 'worker.js'), '// no pages');
  await writeFile(join(directory, 'assets', 'index-3f9a.js'), 'export {};');
  await writeFile(join(directory, 'icons', 'any-192.png'), Buffer.alloc(2_000));
  await writeFile(join(directory, 'manifest.webmanifest'), '{}');
  await writeFile(join(directory, '.vite', 'manifest.json'), '{}');
  app = await aBuiltApp(directory, widget);
});
afterEach(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

const ask = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers });

test.each([
  ['/', 'text/html; charset=utf-8', 'no-cache'],
  ['/triggers?q=1', 'text/html; charset=utf-8', 'no-cache'],
  ['/assets/index-3f9a.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['/icons/any-192.png', 'image/png', 'no-cache'],
  ['/worker.js', 'text/javascript; charset=utf-8', 'no-cache'],
  ['/manifest.webmanifest', 'application/manifest+json', 'no-cache'],
])('serves %s as %s with the cache control %s', async (path, type, caching) => {
  const { status, headers } = await ask(path);
  expect(status).toBe(200);
  expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([type, caching]);
});

test('serves the HTML file of a route, and the fallback page for any other path', async () => {
  for (const path of ['/triggers', '/triggers/', '/triggers?q=1'])
    expect(await (await ask(path)).text()).toContain('<h1>Triggers');
  for (const path of ['/triggers/7', '/triggers/7/?runs=1'])
    expect(await (await ask(path)).text()).toContain('<h1>One trigger');
  for (const path of ['/', '/nowhere', '/triggers/7/runs']) expect(await (await ask(path)).text()).toBe(html);
});

test('sends the headers of the CDN with every file, including the policy for the configured widget', async () => {
  for (const path of ['/', '/manifest.webmanifest', '/assets/index-3f9a.js']) {
    const { headers } = await ask(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      ...securityHeaders,
      'content-security-policy': contentSecurityPolicy(widget),
    });
  }
});

test('compresses pages for browsers that accept it, and never pictures', async () => {
  const page = await ask('/', { 'accept-encoding': 'gzip' });
  expect(page.headers.get('content-encoding')).toBe('gzip');
  expect(page.headers.get('vary')).toBe('accept-encoding');
  expect(Number(page.headers.get('content-length'))).toBeLessThan(html.length / 4);
  expect(await page.text()).toBe(html);
  expect((await ask('/', { 'accept-encoding': 'gzip, br' })).headers.get('content-encoding')).toBe('br');
  const plain = await ask('/', { 'accept-encoding': 'identity' });
  expect(plain.headers.get('content-encoding')).toBeNull();
  const picture = await ask('/icons/any-192.png', { 'accept-encoding': 'br' });
  expect(picture.headers.get('content-encoding')).toBeNull();
});

test('answers 304 for a file that the browser already has, compressed or not', async () => {
  for (const coding of ['br', 'identity']) {
    const first = await ask('/', { 'accept-encoding': coding });
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(coding === 'br' ? /^W\/"\w{32}"$/ : /^"\w{32}"$/);
    const again = await ask('/', { 'accept-encoding': coding, 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect(again.headers.get('cache-control')).toBe('no-cache');
  }
  expect((await ask('/', { 'if-none-match': '"another"' })).status).toBe(200);
});

test('answers 404 for a missing file and for the build manifest', async () => {
  const paths = ['/robots.tx', '/icons/none.png', '/.vite/manifest.json', '/trigger/7/trg-1', '//x'];
  const answers = await Promise.all(paths.map(async (path) => [path, (await ask(path)).status]));
  expect(answers).toEqual(paths.map((path) => [path, 404]));
});
