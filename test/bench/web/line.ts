import { connect, createServer, type Socket } from 'node:net';

import { listen } from '../../local/ports.ts';

/** Opens a proxy that delays both directions by `oneWay` milliseconds. Returns its address. */
export async function lineTo(origin: string, oneWay: number) {
  const { protocol, hostname, port } = new URL(origin);
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    }
    carry(near, far, oneWay);
    carry(far, near, oneWay);
  });
  const url = `${protocol}//${hostname}:${await listen(server, 0, 'the line')}`;
  const close = async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url, close };
}

function carry(from: Socket, to: Socket, oneWay: number): void {
  from.on('data', (bytes) => setTimeout(() => to.write(bytes), oneWay));
  from.on('end', () => setTimeout(() => to.end(), oneWay));
  from.on('error', () => to.destroy());
}
