import { readdirSync, readFileSync } from 'node:fs';

import * as z from 'zod/mini';

import type { LanguageCode } from './appearance.ts';

type Tree = { [key: string]: string | Tree };
const tree: z.ZodMiniType<Tree> = z.lazy(() => z.record(z.string(), z.union([z.string(), tree])));

const folder = new URL('../../../web/src/i18n/', import.meta.url);
const files = ['app', 'shell'] as const;

export function textsOf(language: LanguageCode): ReadonlyMap<string, string> {
  const all = files.flatMap((file) => flat(read(language, file)));
  const pages = readdirSync(new URL(`${language}/pages/`, folder)).map((name) => name.replace('.json', ''));
  const ofPages = pages.flatMap((page) => flat(read(language, `pages/${page}`), `${rootOf(page)}.`));
  return new Map([...all, ...ofPages]);
}

/** The texts of `amazon-auth.json` are under the key `amazonAuth`. */
const rootOf = (file: string): string => file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function read(language: LanguageCode, file: string): Tree {
  return tree.parse(JSON.parse(readFileSync(new URL(`${language}/${file}.json`, folder), 'utf8')));
}

function flat(texts: Tree, before = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[before + key, value]] : flat(value, `${before}${key}.`),
  );
}
