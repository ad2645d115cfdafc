import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { build, type Plugin } from 'esbuild';

import { bundleOptions } from '#infra/bundle.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The code finds files of the repository from its own location. */
const placeOfSource: Plugin = {
  name: 'place-of-source',
  setup(bundler) {
    bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(
        /\bimport\.meta\.url\b/g,
        JSON.stringify(pathToFileURL(path).href),
      ),
      loader: 'ts',
    }));
  },
};

/** Without a build, Node's type stripper and unused code stay in memory. */
export async function buildProduct(directory: string): Promise<void> {
  await build({
    ...bundleOptions,
    external: [...bundleOptions.external, 'vite'],
    plugins: [...bundleOptions.plugins, placeOfSource],
    entryPoints: [join(root, 'test/local/dev.ts')],
    // Readable stack traces.
    minify: false,
    outfile: join(directory, 'dev.mjs'),
  });
}
