import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { transformSync } from 'esbuild';
import type { Plugin } from 'vite';

import { pageFile } from '#shared/rules/page-file.ts';
import { languageCodes } from '#web/i18n/languages.ts';

import { manifestFile, manifestOf } from './manifests.ts';
import { type BuiltChunk, preloadLists, type TextsOfPages } from './preload-lists.ts';
import { shellOf } from './shells.ts';
import { workerPath, workerRemoval, writeWorker } from './worker.ts';

const source = join(import.meta.dirname, '../boot.js');
const bootScript = (files: Readonly<Record<string, readonly string[]>>): string =>
  readFileSync(source, 'utf8').replace('(__CHUNKS__)', `(${JSON.stringify(files)})`);

/** The placeholder for the static shell in `index.html`. */
const shellMark = '<!--shell-->';

/**
 * Writes what a build knows best: `boot.js` with the hashed names of the files that it loads, a page for each route, a
 * manifest for each language, and the service worker.
 */
export function bootScriptPlugin(): Plugin {
  return {
    name: 'recado-boot-script',
    configureServer(server) {
      const serve = (path: string, type: string, content: () => string) =>
        server.middlewares.use(path, (_request, response) => {
          response.setHeader('content-type', type);
          response.setHeader('cache-control', 'no-cache');
          response.end(content());
        });
      serve('/boot.js', 'text/javascript', () => bootScript({}));
      serve(workerPath, 'text/javascript', workerRemoval);
      for (const language of languageCodes)
        serve(`/${manifestFile(language)}`, 'application/manifest+json', () => manifestOf(language));
    },
    async transformIndexHtml(html, { server, originalUrl }) {
      if (!server) return html;
      const path = new URL(originalUrl ?? '/', 'http://local').pathname;
      const page = (await pagesOfApp()).find((route) => pageFile(route.path) === pageFile(path));
      return html.replace(shellMark, () => shellOf(page));
    },
    async writeBundle({ dir = '' }, bundle) {
      const routes = await pagesOfApp();
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const texts: TextsOfPages = new Map(routes.map((route) => [route.path, route.texts]));
      const { pages, languages } = preloadLists(chunks, texts);
      const script = transformSync(bootScript(languages), { minify: true }).code;
      const name = `assets/boot-${createHash('sha256').update(script).digest('base64url').slice(0, 7)}.js`;
      writeFileSync(join(dir, name), script);
      const index = join(dir, 'index.html');
      const template = readFileSync(index, 'utf8').replace('/boot.js', `/${name}`);
      const write = (file: string, html: string) => {
        mkdirSync(dirname(join(dir, file)), { recursive: true });
        writeFileSync(join(dir, file), html);
      };
      const entry = preloadsOf(chunks);
      write('index.html', pageOf(template, entry, shellOf(undefined)));
      for (const route of routes)
        write(
          pageFile(route.path),
          pageOf(template, [...entry, ...(pages[listPath(route.path)] ?? [])], shellOf(route)),
        );
      for (const language of languageCodes) writeFileSync(join(dir, manifestFile(language)), manifestOf(language));
      const entries = chunks.flatMap(({ isEntry, fileName }) => (isEntry ? [fileName] : []));
      const styles = Object.keys(bundle).filter((file) => file.endsWith('.css'));
      const words = languageCodes.flatMap((language) => (languages[language] ?? []).map((file) => `assets/${file}.js`));
      writeWorker(
        dir,
        ['index.html', ...routes.map(({ path }) => pageFile(path))],
        [name, ...entries, ...entry, ...styles, ...new Set(words)],
      );
    },
  };
}

/** The first paint needs only the styles and `boot.js`, so the app's scripts load after them. */
function pageOf(template: string, preloads: readonly string[], shell: string): string {
  const later = 'crossorigin fetchpriority="low"';
  const links = preloads.map((file) => `<link rel="modulepreload" ${later} href="/${file}" />`);
  const script = '<script type="module" crossorigin';
  return [
    [script, `<script type="module" ${later}`],
    ['</head>', `  ${links.join('\n    ')}\n  </head>`],
    [shellMark, shell],
  ].reduce((html, [mark = '', content = '']) => {
    if (!html.includes(mark)) throw new Error(`index.html has no ${mark}, where the build puts something`);
    return html.replace(mark, () => content);
  }, template);
}

/** Named in the HTML, because otherwise the browser finds them only after reading the entry. */
const preloadsOf = (chunks: readonly BuiltChunk[]): string[] =>
  chunks.filter(({ isEntry }) => isEntry).flatMap(({ imports }) => imports);

/** A page below a list is drawn by the chunk of the list. */
const listPath = (path: string): string => path.replace(/\/\{\w+\}$/, '');

/** Node can import the route table without a build. */
async function pagesOfApp() {
  const table = pathToFileURL(join(import.meta.dirname, '../src/app/routes.ts')).href;
  const { routes, triggerRoute }: typeof import('#web/app/routes.ts') = await import(table);
  return [...routes, triggerRoute];
}
