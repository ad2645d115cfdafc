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
  if (!found) throw new Error(`There is no bundle of ${name}.`);
  return found[1];
}

const inputsOfBundle = (name: string): string[] => Object.keys(bundleOf(name).inputs);

test('keeps the webhook bundle below 450 kB and every other one below 700 kB', () => {
  const maxBytes = (name: string): number => (name === 'webhook' ? 450_000 : 700_000);
  expect(functions.filter(({ name }) => bundleOf(name).bytes > maxBytes(name))).toEqual([]);
});

test('lists every bundled source file among the inputs that trigger a rebuild', () => {
  const own = functions.flatMap(({ name }) => inputsOfBundle(name)).filter((path) => !path.includes('node_modules/'));
  expect(own.length).toBeGreaterThan(1000);
  expect(own.filter((path) => !inputsOf.functions.some((input) => path.startsWith(`${input}/`)))).toEqual([]);
});

test('loads each bundle and answers the start check without side effects', () => {
  const files = functions.map(({ name }) => pathToFileURL(join(outdir, name, 'index.mjs')).href);
  const program = `
    const handlers = await Promise.all(${JSON.stringify(files)}.map(async (file) => (await import(file)).handler));
    const answers = await Promise.all(handlers.map((handler) => handler({ startCheck: true }, {})));
    process.stderr.write(JSON.stringify(answers.map(String)), () => process.exit());
  `;
  // No server listens on this port, so a bundle cannot reach the table or Amazon.
  const nowhere = 'http://127.0.0.1:9';
  const amazon = { LWA_TOKEN_URL: nowhere, ALEXA_EVENT_GATEWAY_URL: nowhere };
  const unreachable = { DYNAMODB_ENDPOINT: nowhere, SECRETS_JSON: '{}', ...amazon };
  const keys = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'none', AWS_SECRET_ACCESS_KEY: 'none' };
  const settings = { TABLE_NAME: 'none', APP_URL: 'https://a.example', WEBHOOK_URL: 'https://a.example' };
  const args = ['--input-type=module', '-e', program];
  const { stderr, stdout } = spawnSync(process.execPath, args, {
    env: { ...unreachable, ...keys, ...settings },
    encoding: 'utf8',
  });
  expect([stderr, stdout]).toEqual([JSON.stringify(functions.map(() => 'undefined')), '']);
});

describe.each(functions.map(({ name }) => name))('the bundle of %s', (name) => {
  test('exports the handler that the runtime calls', () => expect(bundleOf(name).exports).toContain('handler'));

  test('contains zod/mini instead of the full zod, and only its English locale', () => {
    expect(
      inputsOfBundle(name).filter((path) => /node_modules\/zod\/v4\/(?:classic|locales\/(?!en\.))/.test(path)),
    ).toEqual([]);
  });

  test('contains the Stripe library only if the function manages subscriptions', () => {
    const allowed = /^(?:billing|stripe|account-jobs$)/.test(name);
    expect(inputsOfBundle(name).some((path) => path.includes('node_modules/stripe/')) && !allowed).toBe(false);
  });
});
