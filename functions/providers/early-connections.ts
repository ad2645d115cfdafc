import type { Agent } from 'node:https';
import type { Duplex } from 'node:stream';

export type EarlyConnections = {
  /**
   * Opens connections until `count` are unused. The next requests to this host use them, even if the handshake is still
   * in progress.
   */
  open: (url: URL, count: number) => void;
  /** Whether the handshake of an early connection has ended, so that a request on it may have arrived. */
  isReady: (socket: Duplex) => boolean;
};

type Opened = { socket: Duplex; at: number };

/**
 * Lets an agent connect before its first request. A connection that fails, or that no request uses within `maxIdleMs`,
 * is dropped, and the request opens its own.
 */
export function earlyConnections(agent: Agent, now: () => Date, maxIdleMs: number): EarlyConnections {
  const opened = new Map<string, Opened[]>();
  const ready = new WeakSet<Duplex>();
  const connect = agent.createConnection.bind(agent);

  const take = (address: string): Duplex | undefined => {
    const unused = opened.get(address) ?? [];
    for (let found = unused.shift(); found; found = unused.shift()) {
      if (found.socket.destroyed) continue;
      // The age counts from the start, because a frozen function learns late that it was connected.
      if (now().getTime() - found.at <= maxIdleMs) return found.socket;
      found.socket.destroy();
    }
    return undefined;
  };

  agent.createConnection = (options, created) => take(`${options.host}:${options.port}`) ?? connect(options, created);

  return {
    open({ hostname, port }, count) {
      const to = { host: hostname, port: Number(port) || 443 };
      const address = `${to.host}:${to.port}`;
      const unused = opened.get(address) ?? [];
      opened.set(address, unused);
      const options = { ...agent.options, ...to, servername: hostname };
      // Node's agent stores the TLS session under this key, so that later connections resume it.
      const withKey = { ...options, _agentKey: agent.getName(options) };
      while (unused.length < count) {
        const socket = connect(withKey);
        if (!socket) return;
        socket.on('error', () => undefined);
        socket.once('secureConnect', () => ready.add(socket));
        unused.push({ socket, at: now().getTime() });
      }
    },
    isReady: (socket) => ready.has(socket),
  };
}
