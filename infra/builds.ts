import { fileURLToPath } from 'node:url';

import { buildIfChanged } from './build-if-changed.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** After an interrupted installation, the lock file in `node_modules` is older than the one of the repository. */
const tools = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json', 'tsconfig.base.json'];

/** Whole folders, including tests, because Tailwind looks for class names in all files. */
export const inputsOf = {
  functions: [...tools, 'tsconfig.json', 'tsconfig.node.json', 'functions', 'shared', 'infra'],
  web: [...tools, 'vite.config.ts', 'web', 'shared'],
} as const;

/** Environment variables that Vite puts into the app. */
const seenByVite = (): string[] =>
  Object.entries(process.env)
    .filter(([name]) => name === 'NODE_ENV' || name.startsWith('VITE_'))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted();

const bundles = fromRoot('dist/functions');
const webDir = fromRoot('dist/web');

/** Builds the bundles and the web app. Skips each of them if nothing has changed since its last build. */
export async function buildProduct(): Promise<{ bundles: string; webDir: string }> {
  const shared = { root: fromRoot('.'), also: [process.version, ...seenByVite()] };
  await buildIfChanged({
    ...shared,
    inputs: inputsOf.functions,
    output: bundles,
    record: fromRoot('.cache/synth/functions'),
    build: async () => (await import('./bundle.ts')).bundleFunctions(bundles),
  });
  await buildIfChanged({
    ...shared,
    inputs: inputsOf.web,
    output: webDir,
    record: fromRoot('.cache/synth/web'),
    build: async () => {
      const { build } = await import('vite');
      await build({ configFile: fromRoot('vite.config.ts'), build: { outDir: webDir }, logLevel: 'error' });
    },
  });
  return { bundles, webDir };
}
