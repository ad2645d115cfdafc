import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';
import * as z from 'zod/mini';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

const versions = z.optional(z.record(z.string(), z.string()));
const manifest = z.object({ dependencies: versions, devDependencies: versions, optionalDependencies: versions });
const lockedPackage = z.object({
  version: z.optional(z.string()),
  resolved: z.optional(z.string()),
  integrity: z.optional(z.string()),
  hasInstallScript: z.optional(z.boolean()),
  link: z.optional(z.boolean()),
});
const lock = z.object({ lockfileVersion: z.literal(3), packages: z.record(z.string(), lockedPackage) });

const { packages } = lock.parse(read('package-lock.json'));
const locked = Object.entries(packages).filter(([path]) => path !== '');

test('pins each dependency to one exact version', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest.parse(read('package.json'));
  const named = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

test('selects the same Node version for version managers as the lock file', () => {
  const nodes = Object.values(manifest.parse(read('package.json')).optionalDependencies ?? {});
  expect(new Set(nodes)).toEqual(new Set([readFileSync(join(root, '.nvmrc'), 'utf8').trim()]));
});

test('locks the content of every package without naming a registry', { tags: 'threat-supply-chain' }, () => {
  expect(locked.length).toBeGreaterThan(200);
  // A bundled package is covered by its parent's hash.
  const bundled = (path: string) => /node_modules\/.*\/node_modules\//.test(path);
  const open = locked.filter(([path, { integrity }]) => !integrity?.startsWith('sha512-') && !bundled(path));
  expect(open.map(([path]) => path)).toEqual([]);
  expect(locked.filter(([, { resolved, link }]) => resolved !== undefined || link === true)).toEqual([]);
  expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toMatch(/https?:\/\/[^"]*registry/);
});

test('allows install scripts only for named packages', { tags: 'threat-supply-chain' }, () => {
  const { allowScripts } = z.object({ allowScripts: z.record(z.string(), z.boolean()) }).parse(read('package.json'));
  const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
  expect(scripted.filter((name) => !(name in allowScripts))).toEqual([]);
  expect(Object.entries(allowScripts).filter(([, may]) => may)).toEqual([['esbuild', true]]);
});

const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? '';
