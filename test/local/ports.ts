import { createServer, type Server } from 'node:net';

import { StartProblem } from './problem.ts';

type Listening = Pick<Server, 'listen' | 'once' | 'off' | 'address'>;

/** Listens only on 127.0.0.1. Port 0 takes any free port. */
export function listen(server: Listening, port: number, setting: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      reject(error.code === 'EADDRINUSE' || error.code === 'EACCES' ? portTaken(port, setting) : error);
    };
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', failed);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

const portTaken = (port: number, setting: string): StartProblem =>
  new StartProblem(
    `Port ${port} is taken on this machine: stop what uses it, or choose another, for example ${setting}=${port + 1} npm start.`,
  );

/** For servers in other processes. Port 0 takes any free port. */
export async function freePort(port: number, setting: string): Promise<number> {
  const server = createServer();
  const free = await listen(server, port, setting);
  await new Promise((resolve) => server.close(resolve));
  return free;
}
