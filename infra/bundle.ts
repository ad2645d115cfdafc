import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';

import { entryOf } from './entry-of.ts';
import { functions, type FunctionRow } from './functions.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The SDK loads these on demand, and never where credentials are in the environment, as in Lambda; bundled they are a
 * third of the size. https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
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
 * The DynamoDB client loads a library of 7 kB for its cache of discovered endpoints. Endpoint discovery is off, and with
 * it on the cache has one entry per region, so a `Map` is enough.
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
 * The AWS SDK is bundled, since the runtime's copy is older and loads more. `mainFields` prefers ES modules: the SDK's
 * CommonJS build fails on `require`.
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
