import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { createHttp } from '#functions/providers/http.ts';
import type { AdapterDeps } from '#functions/providers/whatsapp/adapter.ts';

import { aClock } from '../../support/worlds/a-clock.ts';

export type VendorAnswer =
  | { status?: number; json?: unknown; text?: string }
  // The connection is cut after the request has arrived.
  | 'cut'
  // No answer comes.
  | 'silent';

export type VendorRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: unknown };

/** Answers by method and path. Several answers come in order, and the last one repeats. */
export type VendorAnswers = Readonly<Record<string, VendorAnswer | readonly VendorAnswer[]>>;

export const line = { shardId: 'main', lineName: 'zb-4711-1' };

export const apiKey = 'a-key-that-must-not-leave';

/** A gateway that answers from a table, and an adapter that calls it. */
export async function aVendor(answers: VendorAnswers) {
  const asked: VendorRequest[] = [];
  const sockets = new Set<Socket>();
  const left = new Map(Object.entries(answers).map(([call, all]) => [call, Array.isArray(all) ? [...all] : [all]]));
  const clock = aClock();

  const server = createServer((request, response) => {
    void readText(request).then((text) => {
      const path = request.url ?? '';
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      asked.push({ method: request.method ?? '', path, headers: request.headers, body });
      const queue = left.get(`${request.method} ${path}`) ?? [];
      give(response, (queue.length > 1 ? queue.shift() : queue[0]) ?? { status: 501, text: 'not in the table' });
    });
  });
  server.on('connection', (socket) => sockets.add(socket));
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The gateway has no port.');

  const close = (): void => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  const deps: AdapterDeps = {
    http: createHttp(),
    now: clock.now,
    wait: (ms) => Promise.resolve(clock.pass(ms)),
    shard: { id: 'main', url: `http://127.0.0.1:${address.port}/base` },
    apiKey: () => Promise.resolve(apiKey),
  };
  const paths = (): string[] => asked.map(({ method, path }) => `${method} ${path.replace(/^\/base/, '')}`);
  return { deps, asked, paths, clock, close };
}

export const below = (answers: VendorAnswers): VendorAnswers =>
  Object.fromEntries(Object.entries(answers).map(([call, answer]) => [call.replace(' /', ' /base/'), answer]));

function give(response: ServerResponse, answer: VendorAnswer): void {
  if (answer === 'silent') return;
  if (answer === 'cut') {
    response.socket?.destroy();
    return;
  }
  const { status = 200, json, text = json === undefined ? '' : JSON.stringify(json) } = answer;
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
