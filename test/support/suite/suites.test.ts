import { matchesGlob } from 'node:path';

import { expect, test } from 'vitest';

import config from '../../../vitest.config.ts';
import { trackedFiles } from '../tracked-files.ts';
import { chosenSuites, suites, vitestRuns } from './suites.ts';

const named = suites.filter(({ kind }) => kind === 'vitest').map(({ name }) => name);
const projects = (config.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project ? [project.test ?? {}] : [],
);

test('a word that is no suite is named, and no word means all', () => {
  expect(chosenSuites([])).toBe(suites);
  expect(chosenSuites(['unitt'])).toEqual({ unknown: 'unitt' });
  expect(chosenSuites(['lint', 'types'])).toMatchObject([{ name: 'types' }, { name: 'lint' }]);
});

test('every suite of vitest is run once', () => {
  expect(
    vitestRuns
      .flat()
      .flatMap((one) => one.suites)
      .toSorted(),
  ).toEqual(named.toSorted());
});

test('every suite of vitest is a project, and every project a suite', () => {
  expect(new Set(projects.map(({ name }) => name))).toEqual(new Set(named));
  expect(projects).toHaveLength(named.length);
});

test('every test file is in one suite', () => {
  const files = trackedFiles().flatMap(({ path }) => (/\.test\.tsx?$/.test(path) ? [path] : []));
  const homesOf = (file: string) => projects.filter(({ include }) => include?.some((glob) => matchesGlob(file, glob)));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => homesOf(file).length !== 1)).toEqual([]);
});
