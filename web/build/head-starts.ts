export type BuiltChunk = {
  fileName: string;
  imports: readonly string[];
  facadeModuleId: string | null;
  isEntry: boolean;
};

/** By path. */
export type TextsOfPages = ReadonlyMap<string, readonly string[]>;

/**
 * Files to load ahead: `pages` by path, `languages` by language (`pt`), or language and path for the texts of a page
 * (`pt/triggers`).
 */
export type HeadStarts = { pages: Record<string, string[]>; languages: Record<string, string[]> };

/** The chunks of a page and a language beyond the entry; all are in one folder, so a name is enough. */
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

/** `pages/triggers/triggers-page.tsx` is `/triggers`. */
function pathOf(module: string): string | undefined {
  const page = /\/pages\/([\w-]+)\/\1-page\.tsx$/.exec(module)?.[1];
  return page && `/${page}`;
}

/** The language itself, or, in that language, the paths that show the texts. */
function languageKeysOf(module: string, pages: TextsOfPages): string[] {
  const language = /\/i18n\/(\w+)\/texts\.ts$/.exec(module)?.[1];
  if (language) return [language];
  const [, of, name] = /\/i18n\/(\w+)\/pages\/([\w-]+)\.json$/.exec(module) ?? [];
  if (!of) return [];
  return Array.from(pages).flatMap(([path, texts]) => (texts.some((text) => text === name) ? [of + path] : []));
}
