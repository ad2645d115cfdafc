/** What we need to know of a built chunk. */
export type BuiltChunk = {
  fileName: string;
  imports: readonly string[];
  facadeModuleId: string | null;
  isEntry: boolean;
};

/** Names of the files of texts that a page needs, by its path. */
export type TextsOfPages = ReadonlyMap<string, readonly string[]>;

/** What to load ahead; `pages` by path, `languages` by language (`pt`) and, for the texts of a page, with its path (`pt/triggers`). */
export type HeadStarts = { pages: Record<string, string[]>; languages: Record<string, string[]> };

/**
 * Which chunks a visit needs beyond the entry: those of its page, which its HTML names (`assets/triggers-page-3f9a.js`), and
 * those of its language, which `boot.js` chooses and knows by the name alone (`en-triggers-3f9a`), as all lie in one folder.
 */
export function headStarts(chunks: readonly BuiltChunk[], pages: TextsOfPages): HeadStarts {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const closure = (name: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const next of byName.get(name)?.imports ?? []) closure(next, seen);
    return seen;
  };
  const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  const atOnce = new Set(entries.flatMap((name) => [...closure(name)]));
  const starts: HeadStarts = { pages: {}, languages: {} };
  for (const { facadeModuleId, fileName } of chunks) {
    const needed = Array.from(closure(fileName)).filter((name) => !atOnce.has(name));
    const module = facadeModuleId ?? '';
    const path = pathOf(module);
    if (path) starts.pages[path] = needed;
    const names = needed.map((name) => name.replaceAll(/^assets\/|\.js$/g, ''));
    for (const key of languageKeysOf(module, pages))
      starts.languages[key] = [...(starts.languages[key] ?? []), ...names];
  }
  return starts;
}

/** The path of the page that a chunk holds: `pages/triggers/triggers-page.tsx` is `/triggers`. */
function pathOf(module: string): string | undefined {
  const page = /\/pages\/([\w-]+)\/\1-page\.tsx$/.exec(module)?.[1];
  return page && `/${page}`;
}

/** Who needs a chunk of texts: its language, or, in that language, the paths that show them. */
function languageKeysOf(module: string, pages: TextsOfPages): string[] {
  const language = /\/i18n\/(\w+)\/texts\.ts$/.exec(module)?.[1];
  if (language) return [language];
  const [, of, name] = /\/i18n\/(\w+)\/pages\/([\w-]+)\.json$/.exec(module) ?? [];
  if (!of) return [];
  return Array.from(pages).flatMap(([path, texts]) => (texts.some((text) => text === name) ? [of + path] : []));
}
