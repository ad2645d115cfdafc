import type { Plugin } from 'vite';

/** Vite's helper module. */
const helper = /^\0vite\/preload-helper/;

/**
 * Vite wraps every dynamic import to load style sheets first. That costs 0.6 kB and is never needed, because the HTML
 * links the only style sheet.
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
