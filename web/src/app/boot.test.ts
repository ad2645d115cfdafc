import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as streams from 'node:stream/web';

import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { earlyUser } from '#web/api/early-user.ts';
import { routes } from '#web/app/routes.ts';
import { chooseLanguage } from '#web/i18n/languages.ts';
import { stopLimits } from '#web/testing/stopped-clock.ts';

import { preloadLists, partsOfPages } from '../../build/preload-lists.ts';
import { shellOf } from '../../build/shells.ts';

const folder = join(import.meta.dirname, '../..');
const source = readFileSync(join(folder, 'boot.js'), 'utf8');
const files = {
  pt: ['pt'],
  en: ['en'],
  es: ['es'],
  'en/dashboard': ['en-dash'],
  'en/triggers': ['en-triggers'],
  'pt/dashboard': ['pt-dash'],
};

const stuck = shellOf(undefined).replace(/^[^]*(?=<template>)/, '');

type Visit = {
  at?: string;
  browser?: string;
  language?: string;
  theme?: string;
  answer?: (signal: AbortSignal | null | undefined) => Response;
};

function boot({ answer = () => new Response('{}'), ...visit }: Visit) {
  for (const link of document.head.querySelectorAll('link[rel=modulepreload]')) link.remove();
  vi.stubGlobal('navigator', { language: visit.browser ?? 'en-US' });
  const asked = vi.fn<(address: string, init?: RequestInit) => Promise<Response>>(async (_, init) =>
    answer(init?.signal),
  );
  vi.stubGlobal('fetch', asked);
  window.history.replaceState(null, '', visit.at ?? '/dashboard');
  if (visit.language) localStorage.setItem('preferredLanguage', visit.language);
  if (visit.theme) localStorage.setItem('theme', visit.theme);
  const script = document.createElement('script');
  script.textContent = source.replaceAll('__CHUNKS__', JSON.stringify(files));
  window.eval(script.textContent);
  const links = document.head.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]');
  return {
    theme: document.documentElement.className,
    lang: document.documentElement.lang,
    colour: document.querySelector('meta')?.content,
    manifest: document.querySelector('link[rel=manifest]')?.getAttribute('href'),
    preloads: Array.from(links, (link) => link.getAttribute('href')),
    asked: asked.mock.calls.map(([address]) => address),
    signals: asked.mock.calls.map(([, init]) => init?.signal),
  };
}

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML = '<meta name="theme-color" content="" /><link rel="manifest" href="" />';
  window.recadoUser = undefined;
  return () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  };
});

test('uses the dark theme unless light was chosen', { tags: ['spec-16.1', 'spec-16.3'] }, () => {
  expect(boot({})).toMatchObject({ theme: 'dark', colour: '#14171e' });
  expect(boot({ theme: 'light' })).toMatchObject({ theme: 'light', colour: '#ffffff' });
  expect(boot({ theme: 'system' })).toMatchObject({ theme: 'dark' });
});

test.each(['pt', 'pt-BR', 'PT-br', 'pt-PT', 'es', 'es-419', 'ES', 'en-GB', 'fr', ''])(
  'sets the same language as the app for a browser with "%s"',
  (browser) => {
    const expected = { pt: 'pt-BR', en: 'en-US', es: 'es' }[chooseLanguage(null, browser)];
    expect(boot({ browser }).lang).toBe(expected);
  },
);

test('prefers the stored language if it is a known one', () => {
  expect(boot({ browser: 'es', language: 'pt' }).lang).toBe('pt-BR');
  expect(boot({ browser: 'es', language: 'toString' }).lang).toBe('es');
});

test('links the manifest in the language of the app', () => {
  expect(boot({ browser: 'es-AR' }).manifest).toBe('/manifest.es.webmanifest');
  expect(boot({ browser: 'es-AR', language: 'pt' }).manifest).toBe('/manifest.pt.webmanifest');
});

test('preloads the texts of app and page, and requests the user', () => {
  expect(boot({ at: '/triggers/trg-1' }).preloads).toEqual(['/assets/en.js', '/assets/en-triggers.js']);
  for (const at of ['/', '/dashboard', '/dashboard/'])
    expect(boot({ at })).toMatchObject({
      preloads: ['/assets/en.js', '/assets/en-dash.js'],
      asked: ['/api/auth/user?orNobody=1'],
    });
});

/** As in browsers, the signal also ends a body that has arrived and was not read. */
function answerUntil(signal: AbortSignal | null | undefined, text: string, init: ResponseInit & { ends: boolean }) {
  vi.stubGlobal('ReadableStream', streams.ReadableStream);
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      signal?.addEventListener('abort', () => controller.error(signal.reason));
      if (init.ends) controller.close();
    },
  });
  return new Response(body, init);
}

function stopClock() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  stopLimits();
}

test('keeps an answer that the app reads after the limit of 8 s', async () => {
  stopClock();
  const headers = { 'content-type': 'application/json', 'x-request-id': 'req-1' };
  boot({ answer: (signal) => answerUntil(signal, '{"error":"busy"}', { ends: true, status: 503, headers }) });
  await vi.advanceTimersByTimeAsync(9_000);
  const reply = await earlyUser('/api/auth/user?orNobody=1');
  expect([reply?.status, reply?.headers.get('content-type'), reply?.headers.get('x-request-id')]).toEqual([
    503,
    'application/json',
    'req-1',
  ]);
  expect(await reply?.text()).toBe('{"error":"busy"}');
});

test.each([204, 304])('passes on an answer %i without a body', async (status) => {
  boot({ answer: () => new Response(null, { status }) });
  expect(await earlyUser('/api/auth/user?orNobody=1')).toMatchObject({ status, body: null });
});

test('stops reading a body that does not end within 8 s', async () => {
  stopClock();
  boot({ answer: (signal) => answerUntil(signal, '{', { ends: false }) });
  const failure = vi.fn<(error: unknown) => void>();
  earlyUser('/api/auth/user?orNobody=1')?.catch(failure);
  await vi.advanceTimersByTimeAsync(7_999);
  expect(failure).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failure).toHaveBeenCalledWith(expect.objectContaining({ name: 'TimeoutError' }));
});

test('ends the request for the user after 8 s', async () => {
  stopClock();
  const { signals } = boot({});
  await vi.advanceTimersByTimeAsync(7_999);
  expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
  await vi.advanceTimersByTimeAsync(1);
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
});

test.each(routes.filter(({ access }) => access === 'public'))('sends no request for the user on $path', ({ path }) => {
  expect(boot({ at: `${path}/` }).asked).toEqual([]);
});

test.each(['a script', 'the texts'])('shows a reload button if %s cannot be loaded', (what) => {
  boot({});
  document.body.innerHTML = `<div id="root"><p role="status">Loading...</p>${stuck}</div>`;
  const picture = document.body.appendChild(document.createElement('img'));
  picture.dispatchEvent(new Event('error'));
  expect(document.querySelector('[role=alert]')).toBeNull();

  const script = document.body.appendChild(document.createElement('script'));
  script.type = 'module';
  if (what.startsWith('a script')) script.dispatchEvent(new Event('error'));
  else window.dispatchEvent(new Event('unhandledrejection'));
  expect(document.querySelector('#root [role=alert]')?.textContent).toContain('This page could not be loaded.');
  expect(document.querySelector('[role=status]')).toBeNull();
  expect(document.querySelector('#root button')?.textContent).toContain('Reload');
});

test('leaves failures to the app once it is loaded', () => {
  boot({});
  document.body.innerHTML = '<div id="root"><h1>Triggers</h1></div>';
  window.dispatchEvent(new Event('unhandledrejection'));
  expect(document.querySelector('#root')?.textContent).toBe('Triggers');
});

test('hands the early request only to the first caller', () => {
  boot({});
  expect(earlyUser('/api/workspaces')).toBeUndefined();
  expect(earlyUser('/api/auth/user?orNobody=1')).toBeInstanceOf(Promise);
  expect(earlyUser('/api/auth/user?orNobody=1')).toBeUndefined();
});

const chunk = (fileName: string, facadeModuleId: string | null, imports: string[] = [], isEntry = false) => ({
  fileName,
  facadeModuleId,
  moduleIds: facadeModuleId ? [facadeModuleId] : [],
  imports,
  isEntry,
});

test('preloads a chunk and its imports, except those of the entry', () => {
  const chunks = [
    chunk('app.js', '/web/index.html', ['core.js'], true),
    chunk('core.js', null),
    chunk('assets/parts.js', null, ['core.js']),
    chunk('assets/t.js', '/web/src/pages/triggers/triggers-page.tsx', ['assets/parts.js', 'core.js']),
    chunk('assets/x.js', '/web/src/pages/triggers/other.tsx'),
    chunk('assets/pt.js', '/web/src/i18n/pt/texts.ts'),
    chunk('assets/pt-t.js', '/web/src/i18n/pt/pages/triggers.json'),
    chunk('assets/pt-banners.js', '/web/src/i18n/pt/pages/banners.json'),
  ];
  const texts = new Map([
    ['/triggers', ['triggers', 'banners']],
    ['/plans', ['banners']],
  ]);
  expect(preloadLists(chunks, texts)).toEqual({
    pages: { '/triggers': ['assets/t.js', 'assets/parts.js'] },
    languages: { pt: ['pt'], 'pt/triggers': ['pt-t', 'pt-banners'], 'pt/plans': ['pt-banners'] },
  });
});

test('preloads the banners of a trial with /whatsapp, also from a chunk that several modules share', () => {
  const page = chunk('assets/w.js', '/web/src/pages/whatsapp/whatsapp-page.tsx');
  const shared = { ...chunk('assets/trial.js', null), moduleIds: ['/web/src/features/trial/trial-banners.tsx'] };
  expect(preloadLists([page, shared], new Map()).pages).toEqual({ '/whatsapp': ['assets/w.js', 'assets/trial.js'] });
});

test.each([...partsOfPages])('preloads only modules and texts that %s imports lazily', (path, parts) => {
  const page = `pages${path}${path}-page.tsx`;
  const code = readFileSync(join(folder, 'src', page), 'utf8');
  const modules = Array.from(code.matchAll(/\bimport\('(.+?)'\)/g), ([, name = '']) =>
    name.startsWith('#web/') ? name.slice('#web/'.length) : join(`pages${path}`, name),
  );
  const texts = Array.from(code.matchAll(/\bloadPageTexts\(\[(.+?)\]\)/g), ([, names = '']) =>
    Array.from(names.matchAll(/'(.+?)'/g), ([, name]) => name),
  ).flat();
  // Most visits of /whatsapp need none of its other lazy modules.
  const preloaded = path === '/whatsapp' ? modules.filter((name) => parts.modules.includes(name)) : modules;
  expect(new Set(preloaded)).toEqual(new Set(parts.modules));
  expect(new Set(texts)).toEqual(new Set(parts.texts));
});
