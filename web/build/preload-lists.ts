export type BuiltChunk = {
  fileName: string;
  imports: readonly string[];
  facadeModuleId: string | null;
  moduleIds: readonly string[];
  isEntry: boolean;
};

/** Names of text files by path. */
export type TextsOfPages = ReadonlyMap<string, readonly string[]>;

/**
 * Files to preload: `pages` by path; `languages` by language (`pt`), or by language and path for the texts of a page
 * (`pt/triggers`).
 */
export type PreloadLists = { pages: Record<string, string[]>; languages: Record<string, string[]> };

/** Modules below `web/src`, and names of text files, that a page shows as soon as its data has arrived. */
type Parts = { modules: readonly string[]; texts: readonly string[] };

/** These pages load their parts before they are shown, so the parts arrive together with the page. */
export const partsOfPages: ReadonlyMap<string, Parts> = new Map([
  [
    '/dashboard',
    {
      modules: ['pages/dashboard/status-part.tsx', 'features/run-tiles/run-tiles.tsx'],
      texts: ['tiles', 'triggers', 'findings', 'skill'],
    },
  ],
  ['/whatsapp', { modules: ['features/trial/trial-banners.tsx'], texts: [] }],
]);

/**
 * The chunks that a page or a language needs in addition to the entry. All are in one folder, so the file name is
 * enough.
 */
export function preloadLists(chunks: readonly BuiltChunk[], pages: TextsOfPages): PreloadLists {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const closure = (name: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const next of byName.get(name)?.imports ?? []) closure(next, seen);
    return seen;
  };
  const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  const atOnce = new Set(entries.flatMap((name) => [...closure(name)]));
  const starts: PreloadLists = { pages: {}, languages: {} };
  for (const { facadeModuleId, moduleIds, fileName } of chunks) {
    const needed = Array.from(closure(fileName)).filter((name) => !atOnce.has(name));
    const module = facadeModuleId ?? '';
    const path = pathOf(module);
    if (path) starts.pages[path] = [...(starts.pages[path] ?? []), ...needed];
    for (const [page, { modules }] of partsOfPages)
      if (modules.some((part) => moduleIds.some((id) => id.endsWith(`/web/src/${part}`))))
        starts.pages[page] = [...(starts.pages[page] ?? []), ...needed];
    const names = needed.map((name) => name.replaceAll(/^assets\/|\.js$/g, ''));
    for (const key of languageKeysOf(module, pages))
      starts.languages[key] = [...(starts.languages[key] ?? []), ...names];
  }
  for (const [path, files] of Object.entries(starts.pages)) starts.pages[path] = [...new Set(files)];
  return starts;
}

/** Maps `pages/triggers/triggers-page.tsx` to `/triggers`. */
function pathOf(module: string): string | undefined {
  const page = /\/pages\/([\w-]+)\/\1-page\.tsx$/.exec(module)?.[1];
  return page && `/${page}`;
}

/** Keys of `languages` for a module: the language, or the language with each path that shows these texts. */
function languageKeysOf(module: string, pages: TextsOfPages): string[] {
  const language = /\/i18n\/(\w+)\/texts\.ts$/.exec(module)?.[1];
  if (language) return [language];
  const [, of, name] = /\/i18n\/(\w+)\/pages\/([\w-]+)\.json$/.exec(module) ?? [];
  if (!of) return [];
  return Array.from(pages).flatMap(([path, texts]) =>
    [...texts, ...(partsOfPages.get(path)?.texts ?? [])].some((text) => text === name) ? [of + path] : [],
  );
}
