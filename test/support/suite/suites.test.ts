import { matchesGlob } from 'node:path';

import { expect, test } from 'vitest';

import config from '../../../vitest.config.ts';
import { trackedFiles } from '../tracked-files.ts';
import { browserProjects } from './browser-projects.ts';
import { chosenSuites, gate, suites, vitestRuns, type Suite } from './suites.ts';
import { isDeepFile } from './tagged-files.ts';

const named = suites.filter(({ kind }) => kind === 'vitest').map(({ name }) => name);
const projects = (config.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project ? [project.test ?? {}] : [],
);

test('names an unknown suite, and selects the gate or all suites without arguments', () => {
  expect(chosenSuites([])).toBe(gate);
  expect(chosenSuites(['appearance'])).toMatchObject([{ name: 'appearance' }]);
  expect(chosenSuites(['unitt'])).toEqual({ unknown: 'unitt' });
  expect(chosenSuites(['lint', 'types'])).toMatchObject([{ name: 'types' }, { name: 'lint' }]);
});

test('selects all suites except those that a deep suite repeats', () => {
  const all = chosenSuites([], { all: true });
  const left = suites.filter((suite) => !('unknown' in all) && !all.includes(suite));
  expect(left.map(({ name }) => name)).toEqual(['stores']);
  const globsOf = (suite: string) => projects.find(({ name }) => name === suite)?.include ?? [];
  const storeFiles = trackedFiles().filter(({ path }) => globsOf('stores').some((glob) => matchesGlob(path, glob)));
  expect(storeFiles.length).toBeGreaterThan(10);
  for (const { path } of storeFiles) expect(globsOf('deep-stores').some((glob) => matchesGlob(path, glob))).toBe(true);
});

test('runs every vitest suite once', () => {
  expect(
    vitestRuns
      .flat()
      .flatMap((one) => one.suites)
      .toSorted(),
  ).toEqual(named.toSorted());
});

test('assigns projects to every Playwright suite and every spec file to one of their folders', () => {
  const ofPlaywright = suites.filter(({ kind }) => kind === 'browser').map(({ name }) => name);
  expect(new Set(browserProjects.map(({ suite }) => suite))).toEqual(new Set(ofPlaywright));
  const folders = browserProjects.map(({ folder }) => `test/${folder}/`);
  const specs = trackedFiles().flatMap(({ path }) => (path.endsWith('.spec.ts') ? [path] : []));
  expect(specs.filter((path) => !folders.some((folder) => path.startsWith(folder)))).toEqual([]);
});

test.each(['opens a page', 'opens a page @mobile'])(
  'runs "%s" on one device in the gate, on a desktop in deep',
  (title) => {
    const running = (level: readonly Suite[]) =>
      browserProjects
        .filter(({ suite, folder }) => folder === 'browser' && level.some(({ name }) => name === suite))
        .filter(({ grep, grepInvert }) => (grep?.test(title) ?? true) && !grepInvert?.test(title))
        .map(({ device }) => device);
    expect(running(gate)).toHaveLength(1);
    expect(running(suites)).toContain('desktop');
  },
);

test('defines a project for every vitest suite and a suite for every project', () => {
  expect(new Set(projects.map(({ name }) => name))).toEqual(new Set(named));
  expect(projects).toHaveLength(named.length);
});

test('assigns every test file to one suite of the gate, or below `test/deep` to a deep suite', () => {
  const files = trackedFiles().flatMap(({ path }) => (/\.test\.tsx?$/.test(path) ? [path] : []));
  const isInGate = (project: unknown): boolean => gate.some(({ name }) => name === project);
  const homesOf = (file: string) =>
    projects
      .filter(({ include }) => include?.some((glob) => matchesGlob(file, glob)))
      .map(({ name }) => (isInGate(name) ? 'gate' : 'deep'));
  expect(files.length).toBeGreaterThan(100);
  const misplaced = files.filter((file) => {
    const homes = homesOf(file);
    return homes.length === 0 || homes.filter((home) => home === 'gate').length !== (isDeepFile(file) ? 0 : 1);
  });
  expect(misplaced).toEqual([]);
});
