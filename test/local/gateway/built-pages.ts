import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { extname, join, relative, sep } from 'node:path';

import { contentSecurityPolicy, securityHeaders } from '#shared/rules/browser-policy.ts';
import { pageFile } from '#shared/rules/page-file.ts';

import { cdnCompression, type Encoding } from './cdn-compression.ts';
import { send, type PageServer } from './gateway.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

type Headers = Record<string, string>;
type Asset = { headers: Headers; tag: string; plain: Buffer; compressed: (accepted: string) => Compressed | undefined };
type Compressed = { encoding: Encoding; body: Buffer };

/** Serves the built web app with the headers of the CDN. */
export async function builtPages(
  directory: string,
  supportWidgetUrl?: string,
  change: (page: string) => string = (page) => page,
): Promise<PageServer> {
  const policy = { ...securityHeaders, 'content-security-policy': contentSecurityPolicy(supportWidgetUrl) };
  const assets = new Map<string, Asset>();
  for (const file of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = `/${relative(directory, join(file.parentPath, file.name)).split(sep).join('/')}`;
    if (!file.isFile() || path.startsWith('/.')) continue;
    const content = await readFile(join(file.parentPath, file.name));
    const served = path.endsWith('.html') ? Buffer.from(change(content.toString())) : content;
    assets.set(path, assetOf(path, served, policy));
  }
  const pageAt = (path: string) => assets.get(`/${pageFile(path)}`) ?? assets.get('/index.html');
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const asset = assets.get(path) ?? (isAppPath(path) ? pageAt(path) : undefined);
    if (!asset) return false;
    send(request, response, answerOf(asset, request));
    return true;
  };
}

function assetOf(path: string, plain: Buffer, policy: Headers): Asset {
  const type = types[extname(path)] ?? 'application/octet-stream';
  return {
    headers: { ...policy, 'content-type': type, ...caching(path) },
    // S3's ETag is the MD5 hash of the content.
    tag: createHash('md5').update(plain).digest('hex'),
    plain,
    compressed: cdnCompression(type, plain),
  };
}

function answerOf({ headers, tag, plain, compressed }: Asset, request: IncomingMessage) {
  const squeezed = compressed(request.headers['accept-encoding'] ?? '');
  // CloudFront weakens the ETag of a compressed file.
  const etag = squeezed ? `W/"${tag}"` : `"${tag}"`;
  const known = (request.headers['if-none-match'] ?? '').includes(`"${tag}"`);
  const said = {
    ...headers,
    etag,
    ...(squeezed && { 'content-encoding': squeezed.encoding, vary: 'accept-encoding' }),
  };
  if (known) return { status: 304, headers: said, body: '' };
  return { status: 200, headers: said, body: squeezed?.body ?? plain };
}

const caching = (path: string): Headers => ({
  'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
});

const isAppPath = (path: string): boolean =>
  !/^\/(?:\/|api\/|prod\/|trigger\/)/.test(path) && !(path.split('/').at(-1) ?? '').includes('.');
