import type { Agent } from 'node:https';
import type { Duplex } from 'node:stream';

export type EarlyConnections = {
  /** Opens a connection that the next request to this host uses, even if the handshake is still in progress. */
  open: (url: URL) => void;
  /** Whether the handshake of an early connection has ended, so that a request on it may have arrived. */
  isReady: (socket: Duplex) => boolean;
};

type Opened = { socket: Duplex; at: number };

/**
 * Lets an agent connect before its first request. A connection that fails, or that no request uses within `maxIdleMs`,
 * is dropped, and the request opens its own.
 */
export function earlyConnections(agent: Agent, now: () => Date, maxIdleMs: number): EarlyConnections {
  const opened = new Map<string, Opened>();
  const ready = new WeakSet<Duplex>();
  const connect = agent.createConnection.bind(agent);

  const take = (address: string): Duplex | undefined => {
    const found = opened.get(address);
    opened.delete(address);
    if (!found || found.socket.destroyed) return undefined;
    // The age counts from the start, because a frozen function learns late that it was connected.
    if (now().getTime() - found.at <= maxIdleMs) return found.socket;
    found.socket.destroy();
    return undefined;
  };

  agent.createConnection = (options, created) => take(`${options.host}:${options.port}`) ?? connect(options, created);

  return {
    open({ hostname, port }) {
      const to = { host: hostname, port: Number(port) || 443 };
      const address = `${to.host}:${to.port}`;
      if (opened.has(address)) return;
      const options = { ...agent.options, ...to, servername: hostname };
      // Node's agent stores the TLS session under this key, so that later connections resume it.
      const withKey = { ...options, _agentKey: agent.getName(options) };
      const socket = connect(withKey);
      if (!socket) return;
      socket.on('error', () => undefined);
      socket.once('secureConnect', () => ready.add(socket));
      opened.set(address, { socket, at: now().getTime() });
    },
    isReady: (socket) => ready.has(socket),
  };
}
