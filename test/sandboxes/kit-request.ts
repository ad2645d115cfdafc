import type { IncomingMessage } from 'node:http';

import type { SandboxCall, SandboxRoute } from './kit.ts';

const LIMIT = 4 * 1024 * 1024;

/** Returns undefined above 4 MB. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const piece = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += piece.length;
    if (size > LIMIT) return undefined;
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseBody(raw: string, contentType: string): unknown {
  if (contentType.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(raw));
  if (!contentType.includes('json')) return undefined;
  try {
    const parsed: unknown = JSON.parse(raw);
    return parsed;
  } catch {
    return undefined;
  }
}

export function readCall(request: IncomingMessage, url: URL, path: string, base: string, raw: string): SandboxCall {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  return {
    method: request.method ?? 'GET',
    path,
    fullPath: url.pathname,
    base,
    query: url.searchParams,
    params: {},
    headers,
    raw,
    body: parseBody(raw, headers['content-type'] ?? ''),
    misbehaviour: undefined,
  };
}

export function router(routes: readonly SandboxRoute[]) {
  const compiled = routes.map((route) => ({ route, pattern: compile(route.path) }));
  return (method: string, path: string): { route: SandboxRoute; params: Record<string, string> } | undefined => {
    for (const { route, pattern } of compiled) {
      const match = route.method === method ? pattern.exec(path) : null;
      if (match) return { route, params: { ...match.groups } };
    }
    return undefined;
  };
}

function compile(path: string): RegExp {
  const source = path
    .replace(/[.*?()[\]{}|^$\\]/g, '\\$&')
    .replace(/:(\w+)\+/g, '(?<$1>[^/]+)')
    .replace(/:(\w+)/g, '(?<$1>[^/.]+)');
  return new RegExp(`^${source}$`);
}
