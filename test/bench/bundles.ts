import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';

import { bundleFunctions, bundleOptions } from '#infra/bundle.ts';
import { functions } from '#infra/functions.ts';

import { localSettings, newSecrets } from '../local/settings.ts';
import { defaultClients } from '../sandboxes/world.ts';
import { median } from './statistics.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const outdir = join(root, '.cache', 'bench', 'bundles');
const rounds = 15;

/** The webhook's function is on the path that people wait for. */
const webhookLimits = { bytes: 450_000, importRatio: 1.2 };

/** Nothing but the table's client with the commands that the product uses: what any function here pays at least. */
const baseline = `
  import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
  import * as lib from '@aws-sdk/lib-dynamodb';
  const doc = lib.DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const { BatchGetCommand, GetCommand, QueryCommand, PutCommand, UpdateCommand, DeleteCommand, TransactWriteCommand } = lib;
  const all = { BatchGetCommand, GetCommand, QueryCommand, PutCommand, UpdateCommand, DeleteCommand, TransactWriteCommand };
  export const handler = ({ name, input }) => doc.send(new all[name](input));
`;

/**
 * Size and import time of every bundle, as a ratio to one with the table's client alone. Import times are medians over
 * fresh processes that take turns, so that whatever else the machine does meets all bundles alike.
 */
export async function benchBundles(): Promise<boolean> {
  const metafile = await bundleFunctions(outdir);
  await build({
    ...bundleOptions,
    stdin: { contents: baseline, resolveDir: root },
    outfile: join(outdir, 'baseline', 'index.mjs'),
  });
  const names = ['baseline', ...functions.map(({ name }) => name)];
  const times = importTimes(names);
  const sizes = await Promise.all(names.map(async (name) => readFile(join(outdir, name, 'index.mjs'))));
  const baseTime = median(times.get('baseline') ?? []);
  const baseSize = sizes[0]?.length ?? Number.NaN;

  console.log(`${'bundle'.padEnd(14)}${['kB', 'gz kB', 'size', 'import ms', 'import'].map(cell).join('')}`);
  let kept = true;
  names.forEach((name, at) => {
    const bytes = sizes[at]?.length ?? 0;
    const time = median(times.get(name) ?? []);
    const ratio = time / baseTime;
    const numbers = [
      (bytes / 1000).toFixed(0),
      (gzipSync(sizes[at] ?? '').length / 1000).toFixed(0),
      (bytes / baseSize).toFixed(2),
      time.toFixed(1),
      ratio.toFixed(2),
    ];
    const tooMuch = name === 'webhook' && (bytes > webhookLimits.bytes || ratio > webhookLimits.importRatio);
    if (tooMuch) kept = false;
    console.log(`${name.padEnd(14)}${numbers.map(cell).join('')}${tooMuch ? '  over its limit' : ''}`);
  });
  const withStripe = functionsWith('stripe', metafile.outputs);
  console.log(`\nstripe is in: ${withStripe.join(', ') || 'no function'}`);
  return kept && withStripe.every((name) => name.startsWith('billing') || name.startsWith('stripe'));
}

const cell = (text: string): string => text.padStart(11);

/** Names of functions whose bundle contains a package. */
function functionsWith(name: string, outputs: Record<string, { inputs: object }>): string[] {
  return Object.entries(outputs)
    .filter(([, { inputs }]) => Object.keys(inputs).some((path) => path.includes(`node_modules/${name}/`)))
    .map(([path]) => path.split('/').at(-2) ?? path);
}

function importTimes(names: readonly string[]): Map<string, number[]> {
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  // Nothing listens there: a function that connects while it loads is not slowed down by an answer.
  const at = { appUrl: 'http://127.0.0.1:9', sandboxUrl: 'http://127.0.0.1:9', dynamodbUrl: 'http://127.0.0.1:9' };
  const environment = { PATH: process.env['PATH'] ?? '', ...localSettings(at, newSecrets(defaultClients), {}) };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) times.get(name)?.push(importTime(name, environment));
  }
  return times;
}

function importTime(name: string, environment: Record<string, string>): number {
  const file = pathToFileURL(join(outdir, name, 'index.mjs')).href;
  const code = `const t = performance.now(); await import('${file}'); console.log(performance.now() - t); process.exit()`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], { env: environment });
  return Number(output.toString().trim().split('\n').at(-1));
}
