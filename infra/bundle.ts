import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build, type BuildOptions, type Metafile } from 'esbuild';

import { entryOf } from './entry-of.ts';
import { functions, type FunctionRow } from './functions.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Where the SDK would look for credentials that are not in the environment. It loads these on demand, and a function
 * always has its credentials in the environment (so has everything on one machine), so they never load; inside the
 * bundle they would be a third of it.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
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
 * How a function becomes one file. Nothing else stays outside, the AWS SDK included: the runtime's own copy is older and
 * loads more. ES modules go before CommonJS (`mainFields`), which is smaller, and without it the SDK's CommonJS build asks
 * for `require` and fails.
 */
export const bundleOptions = {
  bundle: true,
  external: neverLoaded,
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
 * Bundles functions as they are deployed: `<outdir>/<name>/index.mjs`, handler `index.handler`, because the runtime
 * splits a handler at its first dot. The stacks, `npm start -- --prod` and the benches all use these files.
 * `metafile.json` beside them says what is inside.
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
