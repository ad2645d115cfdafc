import { connect } from 'node:net';

/** A request as it goes over the wire; nothing of it is checked or put right. */
export type RawRequest = {
  method: string;
  /** Path and query, percent-encoded or not. */
  target: string;
  headers: readonly (readonly [name: string, value: string])[];
  body?: Buffer | undefined;
};

/** Whether a request says another length of its body than it has: a server then waits for the rest, and none comes. */
export const isWhole = ({ headers, body, method }: RawRequest): boolean =>
  method !== 'CONNECT' &&
  !headers.some(([name]) => name === 'transfer-encoding') &&
  headers.every(([name, value]) => name !== 'content-length' || Number(value) === (body?.length ?? 0));

/** Header names are small; several lines of one header stay several. */
export type RawAnswer = { status: number; headers: ReadonlyMap<string, readonly string[]>; body: Buffer };

/** No call of the product may take longer, a provider's time included. */
const patienceMs = 20_000;

/** Bytes of a request, one character of a header a byte. */
export function bytesOf({ method, target, headers, body }: RawRequest): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}\r\n`, 'latin1'),
    body ?? Buffer.alloc(0),
  ]);
}

/**
 * Sends bytes on a connection of their own and reads until the server closes it; undefined when it closes without a word.
 * `andLeave` closes our side at once, for a server that waits for more than there is. A connection that stays open longer than anybody waits is an error: the server hangs.
 */
export function sendBytes(address: string, bytes: Buffer, andLeave = false): Promise<RawAnswer | undefined> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port) }, () =>
      andLeave ? socket.end(bytes) : socket.write(bytes),
    );
    socket.setTimeout(patienceMs, () => {
      socket.destroy();
      reject(new Error(`The server hangs at: ${bytes.subarray(0, 400).toString('latin1')}`));
    });
    socket.on('data', (part) => parts.push(part));
    // A server may close while the rest of a refused body is still on its way.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answerIn(Buffer.concat(parts))));
  });
}

export const sendRaw = (address: string, request: RawRequest): Promise<RawAnswer | undefined> =>
  sendBytes(
    address,
    bytesOf({ ...request, headers: [...request.headers, ['connection', 'close']] }),
    !isWhole(request),
  );

function answerIn(bytes: Buffer): RawAnswer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const [name = '', ...rest] = line.split(':');
    const key = name.trim().toLowerCase();
    headers.set(key, [...(headers.get(key) ?? []), rest.join(':').trim()]);
  }
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  const body = bytes.subarray(end + 4);
  // An interim answer: the real one follows.
  return status === 100 ? answerIn(body) : { status, headers, body };
}
