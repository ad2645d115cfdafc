import { readFileSync } from 'node:fs';

import * as z from 'zod/mini';

import type { LanguageCode } from './look.ts';

type Tree = { [key: string]: string | Tree };
const tree: z.ZodMiniType<Tree> = z.lazy(() => z.record(z.string(), z.union([z.string(), tree])));

const files = ['app', 'shell', 'legal'] as const;

/** Every text of the product in one language, by its key. */
export function textsOf(language: LanguageCode): ReadonlyMap<string, string> {
  const all = files.flatMap((file) => flat(read(language, file)));
  return new Map(all);
}

function read(language: LanguageCode, file: string): Tree {
  const place = new URL(`../../web/src/i18n/${language}/${file}.json`, import.meta.url);
  return tree.parse(JSON.parse(readFileSync(place, 'utf8')));
}

function flat(texts: Tree, before = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[before + key, value]] : flat(value, `${before}${key}.`),
  );
}
