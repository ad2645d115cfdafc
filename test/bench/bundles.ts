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

/** The deletion of an account ends its subscriptions. */
const mayHaveStripe = /^(billing|stripe|account-jobs)/;

const webhookLimits = { bytes: 440_000, importRatio: 1.2 };

/** The minimum of any function here: the table's client. */
const tableClient = `
  import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
  import * as lib from '@aws-sdk/lib-dynamodb';
  const doc = lib.DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const { BatchGetCommand, GetCommand, QueryCommand, PutCommand, UpdateCommand, DeleteCommand, TransactWriteCommand } = lib;
  const all = { BatchGetCommand, GetCommand, QueryCommand, PutCommand, UpdateCommand, DeleteCommand, TransactWriteCommand };
  export const handler = ({ name, input }) => doc.send(new all[name](input));
`;

const emptyHandler = `export const handler = async () => ({ statusCode: 204 });`;

/** The second baseline omits what our bundles omit. The third measures the runtime alone. */
const baselines = {
  'lib-dynamodb': { source: tableClient, options: { ...bundleOptions, external: [] } },
  '  (as ours)': { source: tableClient, options: bundleOptions },
  '  (empty)': { source: emptyHandler, options: bundleOptions },
};

/**
 * Measures the size and the import time (CPU) of each bundle. Values are medians over fresh processes, and ratios to
 * the table's client.
 */
export async function benchBundles(): Promise<boolean> {
  const metafile = await bundleFunctions(outdir);
  for (const [name, { source, options }] of Object.entries(baselines)) {
    const outfile = join(outdir, name, 'index.mjs');
    await build({ ...options, stdin: { contents: source, resolveDir: root }, outfile });
  }
  const names = [...Object.keys(baselines), ...functions.map(({ name }) => name)];
  const times = importTimes(names);
  const bundles = await Promise.all(
    names.map(async (name) => {
      const file = await readFile(join(outdir, name, 'index.mjs'));
      const measured = times.get(name) ?? [];
      const cpu = median(measured.map((one) => one.cpu));
      return {
        name,
        bytes: file.length,
        zipped: gzipSync(file).length,
        wall: median(measured.map((one) => one.wall)),
        cpu,
      };
    }),
  );
  const [bar, , empty] = bundles;
  if (!bar || !empty) return false;
  console.log(
    `${'bundle'.padEnd(14)}${['kB', 'gz kB', 'ratio', 'import ms', 'CPU ms', 'CPU ratio', 'to empty'].map(cell).join('')}`,
  );
  let kept = true;
  for (const { name, bytes, zipped, wall, cpu } of bundles) {
    const kilobytes = (value: number): string => (value / 1000).toFixed(0);
    const numbers = [kilobytes(bytes), kilobytes(zipped), (bytes / bar.bytes).toFixed(2)];
    numbers.push(wall.toFixed(0), cpu.toFixed(0), (cpu / bar.cpu).toFixed(2), (cpu / empty.cpu).toFixed(1));
    const isOver = name === 'webhook' && (bytes > webhookLimits.bytes || cpu / bar.cpu > webhookLimits.importRatio);
    if (isOver) kept = false;
    console.log(`${name.padEnd(14)}${numbers.map(cell).join('')}${isOver ? '  over its limit' : ''}`);
  }
  const withStripe = functionsWith('stripe', metafile.outputs);
  console.log(`\nstripe is in: ${withStripe.join(', ') || 'no function'}`);
  return kept && withStripe.every((name) => mayHaveStripe.test(name));
}

const cell = (text: string): string => text.padStart(11);

function functionsWith(name: string, outputs: Record<string, { inputs: object }>): string[] {
  return Object.entries(outputs)
    .filter(([, { inputs }]) => Object.keys(inputs).some((path) => path.includes(`node_modules/${name}/`)))
    .map(([path]) => path.split('/').at(-2) ?? path);
}

type ImportTime = { wall: number; cpu: number };

function importTimes(names: readonly string[]): Map<string, ImportTime[]> {
  const times = new Map<string, ImportTime[]>(names.map((name) => [name, []]));
  // No server listens there, so answers cannot delay a function that connects while it loads.
  const at = { appUrl: 'http://127.0.0.1:9', sandboxUrl: 'http://127.0.0.1:9', dynamodbUrl: 'http://127.0.0.1:9' };
  const environment = {
    PATH: process.env['PATH'] ?? '',
    ...localSettings(at, '', { SECRETS_JSON: newSecrets(defaultClients) }),
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) times.get(name)?.push(importTime(name, environment));
  }
  return times;
}

function importTime(name: string, environment: Record<string, string>): ImportTime {
  const file = pathToFileURL(join(outdir, name, 'index.mjs')).href;
  const code = `
    const cpu = process.cpuUsage();
    const began = performance.now();
    await import(${JSON.stringify(file)});
    const { user, system } = process.cpuUsage(cpu);
    console.log(\`\\n\${performance.now() - began} \${(user + system) / 1000}\`);
    process.exit();`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], { env: environment });
  const [wall = Number.NaN, cpu = Number.NaN] = (output.toString().trim().split('\n').at(-1) ?? '')
    .split(' ')
    .map(Number);
  return { wall, cpu };
}
