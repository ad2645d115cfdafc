import type { Writable } from 'node:stream';

/** Writes the JSON lines of functions to `log`, so that only messages for the developer appear in the terminal. */
export function divertLogLines(terminal: Pick<NodeJS.WriteStream, 'write'>, log: Pick<Writable, 'write'>): void {
  const write = terminal.write.bind(terminal);
  type Done = (error?: Error | null) => void;
  terminal.write = (chunk: string | Uint8Array, how?: BufferEncoding | Done, done?: Done): boolean => {
    if (typeof chunk === 'string' && chunk.startsWith('{')) return log.write(chunk);
    return typeof how === 'function' ? write(chunk, how) : write(chunk, how, done);
  };
}
