import type { IncomingMessage } from 'node:http';

/** API Gateway accepts at most 10 MB. */
export const maximumBody = 10 * 1024 * 1024;

type Body = Buffer | undefined | 'tooLarge' | 'cut';

/** Returns `'tooLarge'` above the limit, and `'cut'` if the caller disconnected before the end. */
export async function readBody(request: IncomingMessage): Promise<Body> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return undefined;
  if (Number(length ?? 0) > maximumBody) {
    request.resume();
    return 'tooLarge';
  }
  return collect(request);
}

function collect(request: IncomingMessage): Promise<Body> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= maximumBody) parts.push(part);
      else resolve('tooLarge');
    });
    request.on('end', () => {
      if (size === 0) resolve(undefined);
      else resolve(parts.length === 1 ? parts[0] : Buffer.concat(parts));
    });
    request.on('error', () => resolve('cut'));
  });
}
