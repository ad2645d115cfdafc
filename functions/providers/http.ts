import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import type { Socket } from 'node:net';

import { earlyConnections, type EarlyConnections } from './early-connections.ts';

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** From the DNS lookup to the last byte. */
  timeoutMs: number;
};

export type HttpReply =
  | { outcome: 'reply'; status: number; headers: Readonly<Record<string, string | string[] | undefined>>; body: string }
  /** No byte can have arrived, so a retry is safe. */
  | { outcome: 'notSent' }
  /** The request may have arrived. */
  | { outcome: 'lost' };

export type Http = (request: HttpRequest) => Promise<HttpReply>;

export type ConnectingHttp = Http & {
  /** Opens connections for the next `count` requests to this host (default 1), if the URL uses TLS. Never throws. */
  connect: (url: string, count?: number) => void;
};

// Timers stop while a function is frozen, so the age of a socket is computed from the clock when it is used.
const maxIdleMs = 5_000;

type Protocol = { agent: Agent; open: typeof tlsRequest };
type Secured = Protocol & { early: EarlyConnections };

function secureProtocol(now: () => Date): Secured {
  const agent = new TlsAgent({ keepAlive: true });
  return { agent, open: tlsRequest, early: earlyConnections(agent, now, maxIdleMs) };
}

/** An `import` would load all of Node's fetch implementation, which takes a third of the webhook's start time. */
function plain(): Protocol {
  const http = process.getBuiltinModule('node:http');
  return { agent: new http.Agent({ keepAlive: true }), open: http.request };
}

/** Keeps connections alive and does not follow redirects. */
export function createHttp(now: () => Date = () => new Date()): ConnectingHttp {
  const protocols: { http?: Protocol; https?: Secured } = {};
  const lastUsed = new WeakMap<object, number>();

  const dropStale = (agent: Agent): void => {
    const oldest = now().getTime() - maxIdleMs;
    for (const sockets of Object.values(agent.freeSockets)) {
      for (const socket of sockets ?? []) if ((lastUsed.get(socket) ?? 0) < oldest) socket.destroy();
    }
  };

  const tls = (): Secured => (protocols.https ??= secureProtocol(now));

  const http: Http = async (call) => {
    const url = new URL(call.url);
    const secure = url.protocol === 'https:';
    const { agent, open } = secure ? tls() : (protocols.http ??= plain());
    dropStale(agent);
    const request = open(url, { method: call.method, agent, headers: withLength(call) });
    return exchange(request, call, {
      connects: secure ? 'secureConnect' : 'connect',
      isReady: (socket) => protocols.https?.early.isReady(socket) ?? false,
      used: (socket) => lastUsed.set(socket, now().getTime()),
    });
  };
  const connect = (url: string, count = 1): void => {
    const to = new URL(url);
    if (to.protocol === 'https:') tls().early.open(to, count);
  };
  return Object.assign(http, { connect });
}

const withLength = ({ headers, body }: HttpRequest): Record<string, string | number> =>
  body === undefined ? { ...headers } : { ...headers, 'content-length': Buffer.byteLength(body) };

type Connection = {
  connects: 'connect' | 'secureConnect';
  /** Whether a new socket of the agent is connected already. */
  isReady: (socket: Socket) => boolean;
  used: (socket: Socket) => void;
};

/** Settles exactly once and never rejects. */
function exchange(
  request: ClientRequest,
  call: HttpRequest,
  { connects, isReady, used }: Connection,
): Promise<HttpReply> {
  const { promise, resolve } = Promise.withResolvers<HttpReply>();
  let connected = false;
  const fail = (): void => {
    clearTimeout(timer);
    resolve({ outcome: connected ? 'lost' : 'notSent' });
    request.destroy();
  };
  const timer = setTimeout(fail, Math.max(0, call.timeoutMs));

  request.on('socket', (socket) => {
    if (request.reusedSocket || isReady(socket)) connected = true;
    else socket.once(connects, () => (connected = true));
  });
  request.on('error', fail);
  request.on('response', (response) => {
    // A finished response may have released its socket.
    const { socket } = response;
    collect(response, (body) => {
      clearTimeout(timer);
      used(socket);
      resolve({ outcome: 'reply', status: response.statusCode ?? 0, headers: response.headers, body });
    });
    response.on('error', fail);
    response.on('aborted', fail);
  });
  request.end(call.body);
  return promise;
}

function collect(response: IncomingMessage, done: (body: string) => void): void {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('end', () => done(Buffer.concat(chunks).toString('utf8')));
}
