import type { Plugin } from 'vite';

/** Vite's own module. */
const helper = /^\0vite\/preload-helper/;

/**
 * Vite wraps every later import to load style sheets first, which weighs 0.6 kB and is never needed: the HTML names the
 * only one.
 */
export function plainImports(): Plugin {
  return {
    name: 'recado-plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: { filter: { id: helper }, handler: () => 'export const __vitePreload = (load) => load();' },
    generateBundle(_, files) {
      const sheets = Object.keys(files).filter((name) => name.endsWith('.css'));
      if (sheets.length > 1) this.error(`${sheets.join(', ')}: only a style sheet that the HTML names is loaded`);
    },
  };
}
