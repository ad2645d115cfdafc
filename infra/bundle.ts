import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';

import { entryOf } from './entry-of.ts';
import { functions, type FunctionRow } from './functions.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Left out of the bundles, of which they would be a third. The SDK loads them only if the environment contains no
 * credentials, and Lambda's always does. https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
 */
const neverLoaded = [
  '@aws-sdk/credential-provider-http',
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-login',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-web-identity',
  '@smithy/credential-provider-imds',
];

/**
 * Replaces the library of 7 kB that the DynamoDB client loads for its cache of discovered endpoints. A `Map` is enough,
 * because endpoint discovery is off. If it were on, the cache would have one entry per region.
 */
const endpointCache: Plugin = {
  name: 'endpoint-cache',
  setup(bundler) {
    const path = 'node_modules/mnemonist/lru-cache.js';
    bundler.onResolve({ filter: /^mnemonist\/lru-cache/ }, () => ({ path, namespace: 'map' }));
    bundler.onLoad({ filter: /./, namespace: 'map' }, () => ({
      contents: 'export default class extends Map { constructor() { super(); } peek(key) { return this.get(key); } }',
    }));
  },
};

/**
 * The AWS SDK is bundled, because the runtime's copy is older and loads more. `mainFields` prefers ES modules: the
 * SDK's CommonJS build fails on `require`.
 */
export const bundleOptions = {
  bundle: true,
  external: neverLoaded,
  plugins: [endpointCache],
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  conditions: ['module', 'import'],
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  absWorkingDir: root,
  outExtension: { '.js': '.mjs' },
} as const satisfies BuildOptions;

/**
 * Writes `<outdir>/<name>/index.mjs`, handler `index.handler` (the runtime splits at the first dot), and
 * `metafile.json`.
 */
export async function bundleFunctions(
  outdir: string,
  rows: readonly Pick<FunctionRow, 'name'>[] = functions,
): Promise<Metafile> {
  const { metafile } = await build({
    ...bundleOptions,
    entryPoints: Object.fromEntries(rows.map(({ name }) => [`${name}/index`, entryOf(name)])),
    outdir,
    metafile: true,
  });
  const file = join(outdir, 'metafile.json');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(metafile));
  return metafile;
}
