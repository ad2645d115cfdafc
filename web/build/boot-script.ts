import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { transformSync } from 'esbuild';
import type { Plugin } from 'vite';

import { type BuiltChunk, headStarts, type TextsOfPages } from './head-starts.ts';

const source = join(import.meta.dirname, '../boot.js');
const bootScript = (files: Readonly<Record<string, readonly string[]>>): string =>
  readFileSync(source, 'utf8').replace('(__CHUNKS__)', `(${JSON.stringify(files)})`);

/**
 * Serves `boot.js` in development, and writes it with the hashed names of the chunks into the build, under a hashed name
 * of its own so that it too may be kept for a year.
 */
export function bootScriptPlugin(): Plugin {
  return {
    name: 'recado-boot-script',
    configureServer(server) {
      server.middlewares.use('/boot.js', (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.setHeader('cache-control', 'no-cache');
        response.end(bootScript({}));
      });
    },
    async writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const script = transformSync(bootScript(headStarts(chunks, await textsOfPages())), { minify: true }).code;
      const name = `assets/boot-${createHash('sha256').update(script).digest('base64url').slice(0, 7)}.js`;
      writeFileSync(join(dir, name), script);
      const page = join(dir, 'index.html');
      const links = preloadsOf(chunks).map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`);
      const html = readFileSync(page, 'utf8').replace('/boot.js', `/${name}`);
      writeFileSync(page, html.replace('</head>', `  ${links.join('\n    ')}\n  </head>`));
    },
  };
}

/** What the entry imports at once: named in the page, or the browser would find it only after reading the entry. */
const preloadsOf = (chunks: readonly BuiltChunk[]): string[] =>
  chunks.filter(({ isEntry }) => isEntry).flatMap(({ imports }) => imports);

/** The files of texts that each page needs, by its path: read from the table of routes, which Node reads as it stands. */
async function textsOfPages(): Promise<TextsOfPages> {
  const table = pathToFileURL(join(import.meta.dirname, '../src/app/routes.ts')).href;
  const { routes }: typeof import('../src/app/routes.ts') = await import(table);
  return new Map(routes.map(({ path, texts }) => [path, texts]));
}
