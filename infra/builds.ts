import { fileURLToPath } from 'node:url';

import { buildIfChanged } from './build-if-changed.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The second is what is installed, which an interrupted installation leaves behind the first. */
const tools = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json', 'tsconfig.base.json'];

/** Folders whole, tests included: Tailwind looks for class names in all of them. */
export const inputsOf = {
  functions: [...tools, 'tsconfig.json', 'tsconfig.node.json', 'functions', 'shared', 'infra'],
  web: [...tools, 'vite.config.ts', 'web', 'shared'],
} as const;

/** Vite puts variables of these names into the app. */
const seenByVite = (): string[] =>
  Object.entries(process.env)
    .filter(([name]) => name === 'NODE_ENV' || name.startsWith('VITE_'))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted();

const bundles = fromRoot('dist/functions');
const webDir = fromRoot('dist/web');

/** Bundles and web app of the sources as they are; what did not change since the last time is not built again. */
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
