import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createSocketServer, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { createHttp, type HttpRequest } from '#functions/providers/http.ts';

import { localCertificate } from '../../bench/cold/certificate.ts';
import { aClock } from '../../support/worlds/a-clock.ts';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

type Listening = { url: string; sockets: Set<Socket> };

/** `sockets` holds all connections so far. */
async function listening(server: Server | ReturnType<typeof createSocketServer>): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  open.push({
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return { url: `http://127.0.0.1:${address.port}/v3/events`, sockets };
}
const aServer = (answer: RequestListener): Promise<Listening> => listening(createPlainServer(answer));

const post = (url: string, changes: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'POST',
  url,
  body: '{"olá":1}',
  timeoutMs: 2_000,
  ...changes,
});

test('sends method, headers and body, and returns status, headers and text', async () => {
  const heard: unknown[] = [];
  const { url } = await aServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      heard.push({ method: request.method, url: request.url, length: request.headers['content-length'], body });
      response.writeHead(429, { 'retry-after': '7' }).end('{"não":true}');
    });
  });
  const reply = await createHttp()(post(url, { headers: { authorization: 'Bearer x' } }));
  expect(reply).toMatchObject({ outcome: 'reply', status: 429, body: '{"não":true}' });
  expect(reply).toMatchObject({ headers: { 'retry-after': '7' } });
  expect(heard).toEqual([{ method: 'POST', url: '/v3/events', length: '10', body: '{"olá":1}' }]);
});

test('returns a redirect like any other response', async () => {
  const { url, sockets } = await aServer((_, response) => response.writeHead(302, { location: '/elsewhere' }).end());
  expect(await createHttp()(post(url))).toMatchObject({ outcome: 'reply', status: 302 });
  expect(sockets.size).toBe(1);
});

describe('connections', () => {
  test('reuses a kept connection', async () => {
    const { url, sockets } = await aServer((_, response) => response.writeHead(202).end());
    const http = createHttp();
    for (let call = 0; call < 5; call += 1) await http(post(url));
    expect(sockets.size).toBe(1);
  });

  test('does not reuse a connection that was idle for more than five seconds of wall-clock time', async () => {
    const { url, sockets } = await aServer((_, response) => response.writeHead(202).end());
    const clock = aClock();
    const http = createHttp(clock.now);
    await http(post(url));
    clock.pass(5_000);
    await http(post(url));
    expect(sockets.size).toBe(1);
    clock.pass(5_001);
    expect(await http(post(url))).toMatchObject({ outcome: 'reply', status: 202 });
    expect(sockets.size).toBe(2);
  });
});

describe('early connections', () => {
  const certificate = localCertificate();
  const trusted = getCACertificates();
  beforeAll(() => setDefaultCACertificates([certificate.cert]));
  afterAll(() => setDefaultCACertificates(trusted));

  /** `connected` resolves after the next handshake. `resumed` tells which connections resumed a TLS session. */
  async function aTlsServer(answer: RequestListener) {
    const server = createTlsServer(certificate, answer);
    const { url, sockets } = await listening(server);
    const resumed: boolean[] = [];
    server.on('secureConnection', (socket: TLSSocket) => resumed.push(socket.isSessionReused()));
    const connected = (): Promise<void> => new Promise((resolve) => server.once('secureConnection', () => resolve()));
    return { url: url.replace('http://127.0.0.1', 'https://localhost'), sockets, connected, resumed };
  }

  const accept: RequestListener = (_, response) => response.writeHead(202).end();

  test('sends a request on the connection that was opened before', async () => {
    const { url, sockets, connected } = await aTlsServer(accept);
    const http = createHttp();
    const ready = connected();
    http.connect(url);
    await ready;
    for (let call = 0; call < 2; call += 1) {
      expect(await http(post(url))).toMatchObject({ outcome: 'reply', status: 202 });
    }
    expect(sockets.size).toBe(1);
  });

  test('sends a request on a connection whose handshake is still in progress', async () => {
    const { url, sockets } = await aTlsServer(accept);
    const http = createHttp();
    http.connect(url);
    http.connect(url);
    expect(await http(post(url))).toMatchObject({ outcome: 'reply', status: 202 });
    expect(sockets.size).toBe(1);
  });

  test('sends two requests at once on two connections that were opened before', async () => {
    const { url, sockets } = await aTlsServer(accept);
    const http = createHttp();
    http.connect(url, 2);
    await expect.poll(() => sockets.size).toBe(2);
    await Promise.all([http(post(url)), http(post(url))]);
    await http(post(url));
    expect(sockets.size).toBe(2);
  });

  test('opens another connection when the early one is older than five seconds', async () => {
    const { url, sockets, connected } = await aTlsServer(accept);
    const clock = aClock();
    const http = createHttp(clock.now);
    const ready = connected();
    http.connect(url);
    await ready;
    clock.pass(5_001);
    expect(await http(post(url))).toMatchObject({ outcome: 'reply', status: 202 });
    expect(sockets.size).toBe(2);
  });

  test('resumes the TLS session of an early connection on later ones', async () => {
    const { url, resumed } = await aTlsServer(accept);
    const clock = aClock();
    const http = createHttp(clock.now);
    http.connect(url);
    await http(post(url));
    clock.pass(5_001);
    await http(post(url));
    clock.pass(5_001);
    http.connect(url);
    await http(post(url));
    expect(resumed).toEqual([false, true, true]);
  });

  test('opens another connection when the early one was closed', async () => {
    const { url, sockets, connected } = await aTlsServer(accept);
    const http = createHttp();
    const ready = connected();
    http.connect(url);
    await ready;
    const closed = Promise.all([...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
    for (const socket of sockets) socket.end();
    await closed;
    expect(await http(post(url))).toMatchObject({ outcome: 'reply', status: 202 });
    expect(sockets.size).toBe(2);
  });

  test('ignores a host that cannot be reached', async () => {
    const http = createHttp();
    http.connect('https://gateway.invalid/v3/events');
    expect(await http(post('https://gateway.invalid/v3/events'))).toEqual({ outcome: 'notSent' });
  });

  test('opens no early connection without TLS', async () => {
    const { url, sockets } = await aServer(accept);
    const http = createHttp();
    http.connect(url);
    await http(post(url));
    expect(sockets.size).toBe(1);
  });

  test('reports a call as lost when an early connection is cut before the answer', async () => {
    const { url, connected } = await aTlsServer((request) => request.socket.destroy());
    const http = createHttp();
    const ready = connected();
    http.connect(url);
    await ready;
    expect(await http(post(url))).toEqual({ outcome: 'lost' });
  });

  test('reports a call as not sent when the handshake of an early connection times out', async () => {
    const { url } = await listening(createSocketServer());
    const http = createHttp();
    const secured = url.replace('http://127.0.0.1', 'https://localhost');
    http.connect(secured);
    expect(await http(post(secured, { timeoutMs: 80 }))).toEqual({ outcome: 'notSent' });
  });
});

describe('calls that cannot have arrived', () => {
  test('reports a call as not sent when no server listens', async () => {
    const { url } = await aServer((_, response) => response.end());
    open.splice(0).forEach((server) => server.close());
    expect(await createHttp()(post(url))).toEqual({ outcome: 'notSent' });
  });

  test('reports a call as not sent when the host name does not exist', async () => {
    expect(await createHttp()(post('https://gateway.invalid/v3/events'))).toEqual({ outcome: 'notSent' });
  });

  test('reports a call as not sent when the TLS handshake fails', async () => {
    const { url } = await listening(createSocketServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    expect(await createHttp()(post(url.replace('http:', 'https:')))).toEqual({ outcome: 'notSent' });
  });

  test('reports a call as not sent when the TLS handshake times out', async () => {
    const { url } = await listening(createSocketServer());
    const call = post(url.replace('http:', 'https:'), { timeoutMs: 80 });
    expect(await createHttp()(call)).toEqual({ outcome: 'notSent' });
  });
});

describe('calls that may have arrived', () => {
  test('reports a call as lost when the answer takes too long', async () => {
    const { url, sockets } = await aServer(() => undefined);
    expect(await createHttp()(post(url, { timeoutMs: 80 }))).toEqual({ outcome: 'lost' });
    expect(sockets.size).toBe(1);
  });

  test('reports a call as lost when the connection is cut before the answer', async () => {
    const { url } = await aServer((request) => request.socket.destroy());
    expect(await createHttp()(post(url))).toEqual({ outcome: 'lost' });
  });

  test('reports a call as lost when the connection is cut within the answer', async () => {
    const { url } = await aServer((request, response) => {
      response.writeHead(202, { 'content-length': '100' });
      response.write('half', () => request.socket.destroy());
    });
    expect(await createHttp()(post(url))).toEqual({ outcome: 'lost' });
  });

  test('reports a call as lost when the answer starts in time but never ends', async () => {
    const { url } = await aServer((_, response) => {
      response.writeHead(202, { 'content-length': '100' });
      response.write('half');
    });
    expect(await createHttp()(post(url, { timeoutMs: 120 }))).toEqual({ outcome: 'lost' });
  });

  test('reports a call as lost when a kept connection is cut during the next call', async () => {
    let calls = 0;
    const { url } = await aServer((request, response) => {
      calls += 1;
      if (calls === 1) response.writeHead(202).end();
      else request.socket.destroy();
    });
    const http = createHttp();
    await http(post(url));
    expect(await http(post(url))).toEqual({ outcome: 'lost' });
    expect(calls).toBe(2);
  });
});
