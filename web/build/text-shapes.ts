import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';

import { shapeOf, type TextTree } from '../src/i18n/text-shape.ts';

const id = 'virtual:text-shapes';
const resolved = `\0${id}`;
const folder = join(import.meta.dirname, '../src/i18n/en');
const files = { app: ['shell.json', 'app.json'], legal: ['legal.json'] };

/**
 * Provides `virtual:text-shapes`: keys and placeholders of the English texts without the words, which the start-up check
 * compares every language with. Made from the files at hand, so it cannot fall behind them.
 */
export function textShapesPlugin(): Plugin {
  return {
    name: 'recado-text-shapes',
    resolveId: (source) => (source === id ? resolved : undefined),
    load(module) {
      if (module !== resolved) return undefined;
      for (const name of Object.values(files).flat()) this.addWatchFile(join(folder, name));
      return `export default ${JSON.stringify({ app: shapes(files.app), legal: shapes(files.legal) })};`;
    },
  };
}

const shapes = (names: readonly string[]) => shapeOf(Object.assign({}, ...names.map(read)));

function read(name: string): TextTree {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}
