/** What we need to know of a built chunk. */
export type BuiltChunk = {
  fileName: string;
  imports: readonly string[];
  facadeModuleId: string | null;
  isEntry: boolean;
};

/** Names of the files of texts that a page needs, by its path. */
export type TextsOfPages = ReadonlyMap<string, readonly string[]>;

/**
 * Files to preload by language (`pt`), by path (`/triggers`), and by both for the texts of a page (`pt/triggers`): the
 * chunk itself and what it imports beyond the entry, each by its name alone: all of them lie in one folder.
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
      starts[key] = [...(starts[key] ?? []), ...needed.map((name) => name.replaceAll(/^assets\/|\.js$/g, ''))];
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
