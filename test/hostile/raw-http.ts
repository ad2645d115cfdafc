import { connect } from 'node:net';

export type RawRequest = {
  method: string;
  target: string;
  headers: readonly (readonly [name: string, value: string])[];
  body?: Buffer | undefined;
};

/** False when the length does not match the body: the server would wait for bytes that never come. */
export const isWhole = ({ headers, body, method }: RawRequest): boolean =>
  method !== 'CONNECT' &&
  !headers.some(([name]) => name === 'transfer-encoding') &&
  headers.every(([name, value]) => name !== 'content-length' || Number(value) === (body?.length ?? 0));

/** Header names are in lower case. Each holds all its values. */
export type RawAnswer = { status: number; headers: ReadonlyMap<string, readonly string[]>; body: Buffer };

/** Longer than any call may take at the gateway. */
const patienceMs = 35_000;

export function bytesOf({ method, target, headers, body }: RawRequest): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}\r\n`, 'latin1'),
    body ?? Buffer.alloc(0),
  ]);
}

/** Resolves to undefined when the server closes without a byte, and rejects when the connection stays open. */
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
  // An interim response such as 100 Continue: the final one follows.
  return status === 100 ? answerIn(body) : { status, headers, body };
}
