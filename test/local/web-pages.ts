import { readdir, readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { extname, join, relative, sep } from 'node:path';

import type { AppConfig } from '#shared/contracts/app-config.ts';
import { contentSecurityPolicy, securityHeaders } from '#shared/rules/browser-policy.ts';

import { send, type Page } from './gateway.ts';

export type WebPages = { page: Page; close: () => Promise<void> };

const pathOf = (url: string | undefined): string => (url ?? '/').split('?')[0] ?? '/';

/** `/config.json`, which a deployment writes beside the web app. */
export function configPage(config: AppConfig): Page {
  const body = JSON.stringify(config);
  return (request, response) => {
    if (pathOf(request.url) !== '/config.json') return false;
    send(request, response, {
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
      body,
    });
    return true;
  };
}

/** The web app from its sources, changing in the browser as they change; its socket shares the gateway's port. */
export async function devPages(root: string, server: Server): Promise<WebPages> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'web'),
    appType: 'spa',
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: { server } },
  });
  return {
    page: (request, response) =>
      new Promise((resolve, reject) => {
        response.once('finish', () => resolve(true));
        vite.middlewares(request, response, (error: unknown) => (error ? reject(error) : resolve(false)));
      }),
    close: () => vite.close(),
  };
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

type Asset = { headers: Record<string, string>; body: Buffer };

/** The built web app with the headers of the CDN. Paths without a file's ending are the app's own and get its page. */
export async function builtPages(directory: string, supportWidgetUrl?: string): Promise<WebPages> {
  const policy = { ...securityHeaders, 'content-security-policy': contentSecurityPolicy(supportWidgetUrl) };
  const assets = new Map<string, Asset>();
  for (const file of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const path = `/${relative(directory, join(file.parentPath, file.name)).split(sep).join('/')}`;
    const headers = { ...policy, 'content-type': types[extname(path)] ?? 'application/octet-stream', ...caching(path) };
    assets.set(path, { headers, body: await readFile(join(file.parentPath, file.name)) });
  }
  const page: Page = (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const path = pathOf(request.url);
    const asset = assets.get(path) ?? (isAppPath(path) ? assets.get('/index.html') : undefined);
    if (!asset) return false;
    send(request, response, { status: 200, ...asset });
    return true;
  };
  return { page, close: () => Promise.resolve() };
}

/** Files below `assets/` carry a hash of their content in their name. */
const caching = (path: string): Record<string, string> => ({
  'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
});

const isAppPath = (path: string): boolean =>
  !/^\/(?:\/|api\/|prod\/|trigger\/)/.test(path) && !(path.split('/').at(-1) ?? '').includes('.');

/** Builds the web app into `directory`. */
export async function buildWeb(root: string, directory: string): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'web'),
    logLevel: 'warn',
    build: { outDir: directory, emptyOutDir: true },
  });
}
