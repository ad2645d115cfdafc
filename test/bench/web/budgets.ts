import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { pageFile, triggerPath } from '#shared/rules/page-file.ts';
import { routes } from '#web/app/routes.ts';

/** An entry of Vite's manifest. */
type Entry = { file: string; isEntry?: boolean; imports?: readonly string[]; css?: readonly string[] };
export type BuildManifest = Readonly<Record<string, Entry>>;

/** Bytes of a first visit after gzip 9, by page. */
const visitBars: ReadonlyMap<string, number> = new Map([
  ['login', 117_000],
  ['terms', 125_000],
  ['privacy', 125_000],
  ['workspaces', 126_000],
  ['account', 128_000],
  ['status', 128_500],
  ['dashboard', 129_000],
]);

/** Bytes after gzip 9; `requests` counts the requests of a first visit before its data. */
const bars = {
  /** For pages without their own limit. */
  route: 130_000,
  css: 14_000,
  html: 2_000,
  boot: 1_600,
  page: 12_000,
  dialog: 8_000,
  overlay: 40_000,
  form: 20_000,
  requests: 16,
} as const;

export type Measure = {
  what: string;
  size: number;
  bar: number;
  unit: 'bytes' | 'requests';
};

/** The limits are in gzip, which every browser supports. */
export const encodings = {
  gzip: (file: Buffer): number => gzipSync(file, { level: 9 }).length,
  brotli: (file: Buffer): number => brotliCompressSync(file).length,
} as const;

/** A chunk and everything that it imports statically. */
export function closureOf(manifest: BuildManifest, key: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) closureOf(manifest, next, seen);
  return seen;
}

/** Text files of each page, by path. */
const textsOfPages = new Map<string, readonly string[]>(routes.map(({ path, texts }) => [path, texts]));

/** `sizeOf` returns the size of a built file. */
export function measure(
  manifest: BuildManifest,
  sizeOf: (file: string) => number,
  texts: ReadonlyMap<string, readonly string[]> = textsOfPages,
): Measure[] {
  const keys = Object.keys(manifest);
  const total = (of: Iterable<string>) =>
    Array.from(of, (key) => sizeOf(fileOf(manifest, key))).reduce((a, b) => a + b, 0);
  const entry = keys.find((key) => manifest[key]?.isEntry) ?? '';
  const first = closureOf(manifest, entry);
  const languages = keys.flatMap((key) => /i18n\/(\w+)\/texts\.ts$/.exec(key)?.[1] ?? []);
  /** Everything that a first visit of a page loads, in its heaviest language. */
  const visitOf = (page: string, name: string) => {
    const inLanguage = languages.map((language) => {
      const folder = `src/i18n/${language}`;
      const own = (texts.get(`/${name}`) ?? []).map((file) => `${folder}/pages/${file}.json`);
      return new Set(
        [page, `${folder}/texts.ts`, ...own].flatMap((key) => [...closureOf(manifest, key)]).concat(...first),
      );
    });
    return heaviest(inLanguage, total);
  };
  const boot = sizeOf('boot');
  const measures: Measure[] = [];
  const note = (what: string, size: number, bar: number, unit: Measure['unit'] = 'bytes') =>
    void measures.push({ what, size, bar, unit });
  for (const key of keys) {
    const name = /pages\/([\w-]+)\/\1-page\.tsx$/.exec(key)?.[1];
    if (!name) continue;
    const route = visitOf(key, name);
    note(`${key}: first visit`, total(route) + boot, visitBars.get(name) ?? bars.route);
    note(`${key}: own chunk`, total([key]), bars.page);
    // The page itself, boot.js, the favicon and the style sheet.
    note(`${key}: requests before its data`, route.size + 4, bars.requests, 'requests');
  }
  for (const key of keys.filter((name) => name.endsWith('-dialog.tsx')))
    note(`${key}: own chunk`, total([key]), bars.dialog);
  for (const name of ['overlay', 'form'] as const) {
    const shared = keys.filter((key) => key.startsWith(`_${name}-`));
    note(`shared ${name} chunk`, total(shared), bars[name]);
    note(`${name} in the first load`, total(shared.filter((key) => first.has(key))), 0);
  }
  const css = new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? []));
  note(
    'style sheets',
    Array.from(css, sizeOf).reduce((a, b) => a + b, 0),
    bars.css,
  );
  for (const path of ['', ...texts.keys(), triggerPath]) {
    const file = path === '' ? 'index.html' : pageFile(path);
    note(file, sizeOf(file), bars.html);
  }
  note('boot.js', boot, bars.boot);
  return measures;
}

const fileOf = (manifest: BuildManifest, key: string): string => manifest[key]?.file ?? key;

const heaviest = (visits: readonly Set<string>[], weightOf: (visit: Set<string>) => number): Set<string> =>
  Array.from(visits).sort((a, b) => weightOf(b) - weightOf(a))[0] ?? new Set();

export function weigh(folder: string, encoding: keyof typeof encodings = 'gzip'): Measure[] {
  const read = (file: string) => readFileSync(join(folder, file));
  const html = read('index.html');
  const boot = /assets\/boot-[\w-]+\.js/.exec(html.toString())?.[0] ?? 'assets/boot.js';
  const sizeOf = (file: string) => encodings[encoding](file === 'boot' ? read(boot) : read(file));
  const manifest: BuildManifest = JSON.parse(read('.vite/manifest.json').toString());
  return measure(manifest, sizeOf);
}

export const builtInto = join(import.meta.dirname, '../../../dist/web');

if (import.meta.main) {
  const measures = weigh(process.argv[2] ?? builtInto);
  for (const { what, size, bar } of measures)
    process.stdout.write(
      `${size > bar ? 'OVER' : 'ok  '} ${String(size).padStart(7)} / ${String(bar).padStart(6)}  ${what}\n`,
    );
  const over = measures.filter(({ size, bar }) => size > bar).length;
  if (over > 0) process.stdout.write(`${over} of the web app's sizes are over their limit\n`);
  process.exitCode = over > 0 ? 1 : 0;
}
