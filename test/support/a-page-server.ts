import { builtPages } from '../local/gateway/built-pages.ts';
import { answerRequests, gatewayServer, type PageServer } from '../local/gateway/gateway.ts';
import { configPage } from '../local/gateway/web-pages.ts';
import { listen } from '../local/ports.ts';

/** Serves pages like `--prod`, without functions. */
export async function aPageServer(...pages: readonly PageServer[]) {
  const host = { invoke: () => Promise.reject(new Error('Nobody calls a function here.')), close: async () => {} };
  const server = gatewayServer(answerRequests({ rows: [], host, cdn: { originSecret: '' }, pages, ready: () => true }));
  const url = `http://127.0.0.1:${await listen(server, 0, 'PORT')}`;
  return {
    url,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export async function aBuiltApp(directory: string, supportWidgetUrl?: string) {
  const config = configPage({ webhookUrl: 'https://recado.example', ...(supportWidgetUrl && { supportWidgetUrl }) });
  return aPageServer(config, await builtPages(directory, supportWidgetUrl));
}
