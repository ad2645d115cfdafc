import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Plugin } from 'vite';

/** What we need to know of a built chunk. */
export type BuiltChunk = {
  fileName: string;
  imports: readonly string[];
  facadeModuleId: string | null;
  isEntry: boolean;
};

/** Names of the files of texts that a page needs, by its path. */
export type TextsOfPages = ReadonlyMap<string, readonly string[]>;

const source = join(import.meta.dirname, '../boot.js');
const bootScript = (files: Readonly<Record<string, readonly string[]>>): string =>
  readFileSync(source, 'utf8')
    .replaceAll(/^\s*\/\/.*\n/gm, '')
    .replaceAll(/^\s+/gm, '')
    .replace('__CHUNKS__', JSON.stringify(files));

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
      const script = bootScript(headStarts(chunks, await textsOfPages()));
      const name = `assets/boot-${createHash('sha256').update(script).digest('base64url').slice(0, 8)}.js`;
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

/**
 * Files to preload by language (`pt`), by path (`/triggers`), and by both for the texts of a page (`pt/triggers`): the
 * chunk itself and what it imports beyond the entry.
 */
export function headStarts(chunks: readonly BuiltChunk[], pages: TextsOfPages): Record<string, string[]> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const closure = (name: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const next of byName.get(name)?.imports ?? []) closure(next, seen);
    return seen;
  };
  const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  const atOnce = new Set(entries.flatMap((name) => [...closure(name)]));
  const starts: Record<string, string[]> = {};
  for (const { facadeModuleId, fileName } of chunks) {
    const needed = Array.from(closure(fileName)).filter((name) => !atOnce.has(name));
    for (const key of keysOf(facadeModuleId ?? '', pages))
      starts[key] = [...(starts[key] ?? []), ...needed.map((name) => `/${name}`)];
  }
  return starts;
}

/**
 * Who needs a chunk: a language its own texts, a path its page (`pages/triggers/triggers-page.tsx` is `/triggers`), and
 * a path in a language the texts that its page shows.
 */
function keysOf(module: string, pages: TextsOfPages): string[] {
  const language = /\/i18n\/(\w+)\/texts\.ts$/.exec(module)?.[1];
  if (language) return [language];
  const [, of, name] = /\/i18n\/(\w+)\/pages\/([\w-]+)\.json$/.exec(module) ?? [];
  if (of) return Array.from(pages).flatMap(([path, texts]) => (texts.some((text) => text === name) ? [of + path] : []));
  const page = /\/pages\/([\w-]+)\/\1-page\.tsx$/.exec(module)?.[1];
  return page ? [`/${page}`] : [];
}
