import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';

import { shapeOf, type TextTree } from '#web/i18n/text-shape.ts';

const id = 'virtual:text-shapes';
const resolved = `\0${id}`;
const folder = join(import.meta.dirname, '../src/i18n/en');

/** Text files by the name that the start-up check uses. */
const files = (): Record<string, string[]> => ({
  app: ['shell.json', 'app.json'],
  ...Object.fromEntries(
    readdirSync(join(folder, 'pages')).map((name) => [name.replace('.json', ''), [`pages/${name}`]]),
  ),
});

/**
 * Provides `virtual:text-shapes`: keys and placeholders of the English texts. The start-up check compares every
 * language with them.
 */
export function textShapesPlugin(): Plugin {
  return {
    name: 'recado-text-shapes',
    resolveId: (source) => (source === id ? resolved : undefined),
    load(module) {
      if (module !== resolved) return undefined;
      const named = files();
      for (const name of Object.values(named).flat()) this.addWatchFile(join(folder, name));
      const all = Object.entries(named).map(([file, names]) => [file, shapes(names)]);
      return `export default ${JSON.stringify(Object.fromEntries(all))};`;
    },
  };
}

const shapes = (names: readonly string[]) => shapeOf(Object.assign({}, ...names.map(read)));

function read(name: string): TextTree {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}
