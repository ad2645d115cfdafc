import { posix } from 'node:path';

import { parseSync } from 'vite';

export type Source = { path: string; text: string };

type Imported = {
  from: 'us' | 'package';
  /** The path of our file, or the name of the package. */
  name: string;
  names: readonly string[];
};

type Fence = {
  name: string;
  around: (path: string) => boolean;
  lets: (imported: Imported, path: string) => boolean;
};

const under =
  (...folders: string[]) =>
  (path: string): boolean =>
    folders.some((folder) => path.startsWith(`${folder}/`));

/** Tests next to a file may use `test/support`. */
export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

/** Allows all packages, but our files only from these folders. */
const ownOnlyFrom =
  (...folders: string[]) =>
  ({ from, name }: Imported): boolean =>
    from === 'package' || under(...folders)(name);

const notAPackageOf =
  (pattern: RegExp) =>
  ({ from, name }: Imported): boolean =>
    from === 'us' || !pattern.test(name);

const folderOfPage = (path: string): string | undefined => path.split('/')[3];

const sharedByPages = under(...['features', 'ui', 'api', 'i18n', 'platform'].map((folder) => `web/src/${folder}`));

const ground = ['functions/data', 'functions/providers', 'functions/platform'];

const outbound = /^(?:(?:node:)?https?2?|undici|axios|got|stripe|node-fetch|(?:node:)?net|(?:node:)?tls)(?:\/|$)/;

/** Defines which files may import what. The linter checks cycles, the global `fetch`, and the full zod build. */
export const fences: readonly Fence[] = [
  {
    name: 'shared imports zod and itself',
    around: (path) => under('shared')(path) && !isTest(path),
    lets: ({ from, name }) => (from === 'us' ? under('shared')(name) : name === 'zod/mini'),
  },
  {
    name: 'web imports itself and shared',
    around: (path) => under('web')(path) && !isTest(path),
    lets: ownOnlyFrom('web', 'shared'),
  },
  {
    name: 'functions import themselves and shared',
    around: (path) => under('functions')(path) && !under('functions/operator')(path) && !isTest(path),
    lets: ownOnlyFrom('functions', 'shared'),
  },
  {
    name: 'operators import functions, shared, and the names and functions of a stage',
    around: (path) => under('functions/operator')(path) && !isTest(path),
    lets: (imported) =>
      ownOnlyFrom('functions', 'shared')(imported) ||
      ['infra/config.ts', 'infra/constructs/names.ts', 'infra/deployed-functions.ts', 'infra/functions.ts'].includes(
        imported.name,
      ),
  },
  {
    name: 'an entry point imports only its wiring',
    around: under('functions/lambdas'),
    lets: ownOnlyFrom('functions/wiring'),
  },
  {
    name: 'features and lower layers do not import entry points, wiring or jobs',
    around: (path) =>
      under('functions')(path) &&
      !under('functions/lambdas', 'functions/wiring', 'functions/operator', 'functions/jobs')(path) &&
      !isTest(path),
    lets: ({ name }) => !under('functions/lambdas', 'functions/wiring', 'functions/operator', 'functions/jobs')(name),
  },
  {
    name: 'the outbox imports data and platform',
    around: (path) => under('functions/outbox')(path) && !isTest(path),
    lets: ownOnlyFrom('functions/outbox', 'functions/data', 'functions/platform', 'shared'),
  },
  {
    name: 'data imports platform',
    around: (path) => under('functions/data')(path) && !isTest(path),
    lets: ownOnlyFrom('functions/data', 'functions/platform', 'shared'),
  },
  {
    name: 'providers import platform',
    around: (path) => under('functions/providers')(path) && !isTest(path),
    lets: ownOnlyFrom('functions/providers', 'functions/platform', 'shared'),
  },
  {
    name: 'platform imports nothing else of functions',
    around: (path) => under('functions/platform')(path) && !isTest(path),
    lets: ownOnlyFrom('functions/platform', 'shared'),
  },
  {
    name: 'only wiring and operators create stores, clients and other singletons',
    around: (path) =>
      under('functions')(path) && !under('functions/wiring', 'functions/operator', ...ground)(path) && !isTest(path),
    lets: ({ name, names }) => !under(...ground)(name) || !names.some((each) => /^create[A-Z]/.test(each)),
  },
  {
    name: 'infra imports itself, shared, and the shape of the table',
    around: (path) => under('infra')(path) && !isTest(path),
    lets: (imported) =>
      ownOnlyFrom('infra', 'shared')(imported) ||
      ['functions/data/table-shape.ts', 'functions/data/stream-filters.ts'].includes(imported.name),
  },
  {
    name: 'sandboxes do not import the product, so that client and server cannot share a mistake',
    around: (path) => under('test/sandboxes')(path) && !isTest(path),
    lets: ownOnlyFrom('test/sandboxes'),
  },
  {
    name: 'only data, platform and the e-mail provider import the AWS SDK',
    around: (path) =>
      under('functions', 'shared', 'web')(path) &&
      !under('functions/data', 'functions/platform')(path) &&
      path !== 'functions/providers/email.ts',
    lets: notAPackageOf(/^@(?:aws-sdk|smithy)\//),
  },
  {
    name: 'only providers call other companies',
    around: (path) => under('functions', 'shared')(path) && !under('functions/providers')(path),
    lets: notAPackageOf(outbound),
  },
  {
    name: 'pages do not import each other',
    around: under('web/src/pages'),
    lets: ({ name }, path) => !under('web/src/pages')(name) || folderOfPage(name) === folderOfPage(path),
  },
  {
    name: 'pages and shared features do not import the app',
    around: (path) => under('web/src/pages')(path) || (sharedByPages(path) && !isTest(path)),
    lets: ({ name }) => !under('web/src/app')(name),
  },
  {
    name: 'shared features do not import pages',
    around: (path) => sharedByPages(path) && !isTest(path),
    lets: ({ name }) => !under('web/src/pages')(name),
  },
];

/** Returns a message for each import that a fence rejects. */
export function breaches(source: Source): string[] {
  const around = fences.filter((fence) => fence.around(source.path));
  if (around.length === 0) return [];
  return importsOf(source).flatMap((imported) =>
    around
      .filter((fence) => !fence.lets(imported, source.path))
      .map((fence) => `${source.path} imports ${imported.name}: ${fence.name}`),
  );
}

const aliases: Record<string, string> = {
  '#shared/': 'shared/',
  '#functions/': 'functions/',
  '#infra/': 'infra/',
  '#web/': 'web/src/',
  '#test/': 'test/',
};

export function importsOf({ path, text }: Source): Imported[] {
  const { module } = parseSync(path, text);
  const found = [
    ...module.staticImports.map((one) => ({
      name: one.moduleRequest.value,
      names: one.entries.map(({ importName }) => importName.name ?? ''),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map((entry) => ({ name: entry.moduleRequest?.value, names: [entry.importName.name ?? ''] })),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => ({
      name: literal(text.slice(moduleRequest.start, moduleRequest.end)),
      names: [],
    })),
  ];
  return found.flatMap(({ name, names }) => (name === undefined ? [] : [{ ...resolve(path, name), names }]));
}

const literal = (text: string): string | undefined => /^['"`]([^'"`$]+)['"`]$/.exec(text)?.[1];

function resolve(path: string, name: string): Omit<Imported, 'names'> {
  if (name.startsWith('.')) return { from: 'us', name: posix.join(posix.dirname(path), name) };
  const alias = Object.keys(aliases).find((prefix) => name.startsWith(prefix));
  if (alias === undefined) return { from: 'package', name };
  return { from: 'us', name: `${aliases[alias]}${name.slice(alias.length)}` };
}
