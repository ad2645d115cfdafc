import { request, type IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import { createServer as createSocketServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { listen } from '../../local/ports.ts';
import type { RecordedCall, Service } from './recorded-call.ts';

/** Milliseconds until each service answers. */
export const answerMs: Readonly<Record<Service, number>> = {
  table: 5,
  secrets: 5,
  amazon: 120,
  gateway: 120,
  whatsapp: 120,
};

/** Milliseconds by which distance delays a new connection: two round trips (TCP, TLS 1.3) of 10 ms. */
export const connectMs: Readonly<Record<Service, number>> = {
  table: 0,
  secrets: 0,
  amazon: 20,
  gateway: 20,
  whatsapp: 20,
};

type Call = Pick<RecordedCall, 'service' | 'method' | 'path' | 'body'> & { headers: IncomingHttpHeaders };
type Answer = { status: number; text: string };
export type AnswerCall = (call: Call) => Answer | Promise<Answer>;

export type RecordedTraffic = { calls: RecordedCall[]; handshakes: number };

/**
 * Stands in for every service that a run calls, behind TLS and with a fixed delay. A call with `x-repeats` gets the
 * answer of the recorded call.
 */
export async function startStandIns(certificate: { key: string; cert: string }, answer: AnswerCall) {
  let calls: (RecordedCall & { isAnswered: boolean })[] = [];
  let repeated: readonly RecordedCall[] = [];
  let handshakes = 0;

  const serve = async (service: Service): Promise<{ url: string; close: () => void }> => {
    const server = createServer(certificate, (incoming, response) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('end', () => {
        const { method = '', url: path = '', headers } = incoming;
        const call = { service, method, path, headers, body: Buffer.concat(parts).toString() };
        void heard(call).then(({ status, text }) => {
          const type = service === 'table' ? 'application/x-amz-json-1.0' : 'application/json';
          response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text);
        });
      });
    });
    server.on('secureConnection', () => (handshakes += 1));
    server.keepAliveTimeout = 60_000;
    const sockets = new Set<Socket>();
    const door = createSocketServer({ pauseOnConnect: true }, (socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      void pause(connectMs[service]).then(() => server.emit('connection', socket));
    });
    const port = await listen(door, 0, 'PORT');
    const close = (): void => {
      door.close();
      for (const socket of sockets) socket.destroy();
    };
    return { url: `https://localhost:${port}`, close };
  };

  async function heard(call: Call): Promise<Answer> {
    const after = calls.flatMap(({ isAnswered }, index) => (isAnswered ? [index] : []));
    const kept = { ...call, headers: repeatable(call.headers), after, status: 0, answer: '', isAnswered: false };
    calls.push(kept);
    const [{ status, text }] = await Promise.all([answerOf(call), pause(answerMs[call.service])]);
    Object.assign(kept, { status, answer: text, isAnswered: true });
    return { status, text };
  }

  function answerOf(call: Call): Answer | Promise<Answer> {
    const known = repeated[Number(call.headers['x-repeats'] ?? Number.NaN)];
    return known ? { status: known.status, text: known.answer } : answer(call);
  }

  const places = {
    table: await serve('table'),
    secrets: await serve('secrets'),
    amazon: await serve('amazon'),
    gateway: await serve('gateway'),
    whatsapp: await serve('whatsapp'),
  };
  return {
    urls: {
      table: places.table.url,
      secrets: places.secrets.url,
      amazon: places.amazon.url,
      gateway: places.gateway.url,
      whatsapp: places.whatsapp.url,
    } satisfies Record<Service, string>,
    repeat: (some: readonly RecordedCall[]): void => void (repeated = some),
    takeRecorded(): RecordedTraffic {
      const taken = { calls: calls.map(({ isAnswered: _, ...call }) => call), handshakes };
      calls = [];
      handshakes = 0;
      return taken;
    },
    close: () => Object.values(places).forEach(({ close }) => close()),
  };
}

const repeatableNames = ['content-type', 'x-amz-target', 'x-api-key', 'authorization', 'accept'];

/** Omits AWS signatures, which have to be computed again. */
const repeatable = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    repeatableNames.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' && !value.startsWith('AWS4') ? [[name, value]] : [];
    }),
  );

/** Forwards a call to DynamoDB Local, which does not support TLS. */
export const toLocalTable =
  (endpoint: string) =>
  ({ headers, body }: Call): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request(
        endpoint,
        { method: 'POST', headers: { ...headers, host: new URL(endpoint).host } },
        (reply) => {
          let text = '';
          reply.setEncoding('utf8');
          reply.on('data', (part: string) => (text += part));
          reply.on('end', () => resolve({ status: reply.statusCode ?? 500, text }));
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
