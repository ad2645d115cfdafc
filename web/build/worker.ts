import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { transformSync } from 'esbuild';

export const workerPath = '/worker.js';

const source = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8');

/** The script that removes the worker, for development, where files have no hashed names. */
export const workerRemoval = (): string => source('no-worker.js');

/** Writes the service worker into the build. Its version changes with the content of any page and the name of any file. */
export function writeWorker(dir: string, pages: readonly string[], assets: readonly string[]): void {
  const hash = createHash('sha256').update(assets.join('\n'));
  for (const page of pages) hash.update(readFileSync(join(dir, page)));
  const version = hash.digest('base64url').slice(0, 10);
  const files = [...pages, ...assets].map((file) => `/${file}`);
  const script = source('worker.js').replace('(__SHELL__)', () => `(${JSON.stringify({ version, files })})`);
  writeFileSync(join(dir, workerPath), transformSync(script, { minify: true }).code);
}
