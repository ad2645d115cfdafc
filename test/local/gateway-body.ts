import type { IncomingMessage } from 'node:http';

/** API Gateway takes at most 10 MB. */
export const maximumBody = 10 * 1024 * 1024;

/** The whole body; `undefined` when there is none, `'tooLarge'` past the limit (the rest is then thrown away). */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined | 'tooLarge'> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return undefined;
  if (Number(length ?? 0) > maximumBody) {
    request.resume();
    return 'tooLarge';
  }
  return collect(request);
}

function collect(request: IncomingMessage): Promise<Buffer | undefined | 'tooLarge'> {
  return new Promise((resolve, reject) => {
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
    request.on('error', reject);
  });
}
