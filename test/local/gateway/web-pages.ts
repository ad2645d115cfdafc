import type { Server } from 'node:http';
import { join } from 'node:path';

import type { AppConfig } from '#shared/contracts/app-config.ts';

import { send, type PageServer } from './gateway.ts';

export type WebPages = { page: PageServer; close: () => Promise<void> };

const pathOf = (url: string | undefined): string => (url ?? '/').split('?')[0] ?? '/';

/** `/config.json`, which a deployment writes beside the web app. */
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

/** The web app from its sources; its socket shares the gateway's port. */
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
