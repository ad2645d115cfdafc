import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html */
const compressible = new Set([
  'text/html',
  'text/css',
  'text/javascript',
  'text/plain',
  'application/json',
  'image/svg+xml',
]);

/** In bytes. */
const smallest = 1_000;
const largest = 10_000_000;

const levels = { br: 5, gzip: 6 } as const;

const encoders: Readonly<Record<Encoding, (body: Buffer) => Buffer>> = {
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: levels.br } }),
  gzip: (body) => gzipSync(body, { level: levels.gzip }),
};

/** Prefers Brotli to gzip and returns undefined if neither is accepted. Compresses on first use. */
export function cdnCompression(type: string, body: Buffer) {
  const fits = compressible.has(type.split(';')[0] ?? '') && body.length >= smallest && body.length <= largest;
  const made = new Map<Encoding, Buffer>();
  return (accepted: string): { encoding: Encoding; body: Buffer } | undefined => {
    const encoding = fits ? best(accepted) : undefined;
    if (!encoding) return undefined;
    const compressed = made.get(encoding) ?? encoders[encoding](body);
    made.set(encoding, compressed);
    return { encoding, body: compressed };
  };
}

function best(accepted: string): Encoding | undefined {
  const names = accepted
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => !/;\s*q=0(?:\.0*)?$/.test(one))
    .map((one) => one.split(';')[0]?.trim());
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding));
}
