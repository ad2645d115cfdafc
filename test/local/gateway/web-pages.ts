import type { Server } from 'node:http';
import { join } from 'node:path';

import { documentsFreshFor, servedDocuments } from '#infra/served-documents.ts';
import type { AppConfig } from '#shared/contracts/app-config.ts';

import { send, type PageServer } from './gateway.ts';

export type WebPages = { page: PageServer; close: () => Promise<void> };

const pathOf = (url: string | undefined): string => (url ?? '/').split('?')[0] ?? '/';

/** `/config.json`, which a deployment writes next to the web app. */
export function configPage(config: AppConfig): PageServer {
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

/** Documents for programs that a deployment writes next to the web app. */
export function documentPages(): PageServer {
  const documents = new Map<string, { type: string; text: string }>(
    servedDocuments().map(({ path, ...document }) => [path, document]),
  );
  return (request, response) => {
    const document = documents.get(pathOf(request.url));
    if (!document || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    const { type, text } = document;
    const headers = { 'content-type': type, 'cache-control': `public, max-age=${documentsFreshFor}` };
    send(request, response, { status: 200, headers, body: text });
    return true;
  };
}

/** Serves the web app from its sources. Its WebSocket shares the gateway's port. */
export async function devPages(
  root: string,
  server: Server,
  change: (page: string) => string = (page) => page,
): Promise<WebPages> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'web'),
    appType: 'spa',
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: { server } },
    plugins: [{ name: 'local-page', transformIndexHtml: change }],
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
