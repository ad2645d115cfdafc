import { texts as en } from '#web/i18n/en/texts.ts';
import { texts as es } from '#web/i18n/es/texts.ts';
import type { Language } from '#web/i18n/languages.ts';
import { rootOf } from '#web/i18n/page-texts.ts';
import { texts as pt } from '#web/i18n/pt/texts.ts';
import type { TextTree } from '#web/i18n/text-shape.ts';

const appWide = { pt, en, es };
const pageFiles = import.meta.glob<TextTree>('../i18n/*/pages/*.json', { eager: true, import: 'default' });

export function allTexts(language: Language): Map<string, string> {
  const all = new Map<string, string>();
  const add = (tree: TextTree, root: string): void => {
    if (typeof tree === 'string') all.set(root, tree);
    else for (const [key, inner] of Object.entries(tree)) add(inner, root ? `${root}.${key}` : key);
  };
  add(appWide[language], '');
  for (const [path, tree] of Object.entries(pageFiles)) {
    const [, of, name = ''] = /^\.\.\/i18n\/(\w+)\/pages\/([\w-]+)\.json$/.exec(path) ?? [];
    if (of === language) add(tree, rootOf(name));
  }
  return all;
}
