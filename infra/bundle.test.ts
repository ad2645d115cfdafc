import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { inputsOf } from './builds.ts';
import { bundleFunctions } from './bundle.ts';
import { functions } from './functions.ts';

const outdir = mkdtempSync(join(tmpdir(), 'bundles-'));
afterAll(() => rmSync(outdir, { recursive: true }));

type Outputs = Awaited<ReturnType<typeof bundleFunctions>>['outputs'];
let outputs: Outputs = {};
beforeAll(async () => {
  ({ outputs } = await bundleFunctions(outdir));
});

function bundleOf(name: string): Outputs[string] {
  const found = Object.entries(outputs).find(([path]) => path.endsWith(`/${name}/index.mjs`));
  if (!found) throw new Error(`no bundle of ${name}`);
  return found[1];
}

const inside = (name: string): string[] => Object.keys(bundleOf(name).inputs);

test('the function that people wait for stays below 450 kB, every other one below 700 kB', () => {
  const maxBytes = (name: string): number => (name === 'webhook' ? 450_000 : 700_000);
  expect(functions.filter(({ name }) => bundleOf(name).bytes > maxBytes(name))).toEqual([]);
});

test('whatever is in a bundle is among the files whose change makes all bundles anew', () => {
  const own = functions.flatMap(({ name }) => inside(name)).filter((path) => !path.includes('node_modules/'));
  expect(own.length).toBeGreaterThan(1000);
  expect(own.filter((path) => !inputsOf.functions.some((input) => path.startsWith(`${input}/`)))).toEqual([]);
});

test('loads each bundle and answers the start check without an effect', () => {
  const files = functions.map(({ name }) => pathToFileURL(join(outdir, name, 'index.mjs')).href);
  const program = `
    const handlers = await Promise.all(${JSON.stringify(files)}.map(async (file) => (await import(file)).handler));
    const answers = await Promise.all(handlers.map((handler) => handler({ startCheck: true }, {})));
    process.stderr.write(JSON.stringify(answers.map(String)), () => process.exit());
  `;
  // Without a server, so that each call that a handler makes fails.
  const nowhere = { DYNAMODB_ENDPOINT: 'http://127.0.0.1:9', SECRETS_JSON: '{}' };
  const keys = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'none', AWS_SECRET_ACCESS_KEY: 'none' };
  const places = { TABLE_NAME: 'none', APP_URL: 'https://a.example', WEBHOOK_URL: 'https://a.example' };
  const args = ['--input-type=module', '-e', program];
  const { stderr, stdout } = spawnSync(process.execPath, args, {
    env: { ...nowhere, ...keys, ...places },
    encoding: 'utf8',
  });
  expect([stderr, stdout]).toEqual([JSON.stringify(functions.map(() => 'undefined')), '']);
});

describe.each(functions.map(({ name }) => name))('the bundle of %s', (name) => {
  test('exports the handler that the runtime calls', () => expect(bundleOf(name).exports).toContain('handler'));

  test('carries the small form of zod only', () => {
    expect(inside(name).filter((path) => /node_modules\/zod\/v4\/(?:classic|locales\/(?!en\.))/.test(path))).toEqual(
      [],
    );
  });

  test('carries the payment library only where bills are made or ended', () => {
    const allowed = /^(?:billing|stripe|account-jobs$)/.test(name);
    expect(inside(name).some((path) => path.includes('node_modules/stripe/')) && !allowed).toBe(false);
  });
});
