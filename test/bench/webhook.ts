import { PutCommand, QueryCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { accountPartition, triggerPrefix, workspacePartition } from '#functions/data/keys.ts';

import { bundled, tableName } from './bench-settings.ts';
import { closeAll, homeTarget } from './home-target.ts';
import { capacityProxy } from './load/capacity-proxy.ts';
import { measureUnderLoad, type LoadMeasurement } from './load/load.ts';
import { measuredChild, type MeasuredChild } from './measured-child.ts';
import { printReceiptCapacity } from './receipts.ts';
import { median, spread } from './statistics.ts';
import { expireToken, type WebhookTarget } from './webhook-target.ts';

const rounds = 9;

/**
 * Minimum share of the bare server's throughput, and maximum multiple of its CPU time. Throughput falls from 0.89 to
 * 0.69 when other work needs the cores, because the load shares them.
 */
const promised = {
  'with a valid token': { throughput: 0.6, cpu: 1.5 },
  'with an expired token': { throughput: 0.6, cpu: 1.75 },
} as const;

/** Compares the deployed bundle with a server that makes the same calls and does nothing else, measured in turns. */
export async function benchWebhook(): Promise<boolean> {
  const open: (() => unknown)[] = [];
  try {
    const { settings, outside, product, place, doc } = await homeTarget(open);
    await copyForBare(doc, place);
    const bare = await measuredChild(await bundled('bare-server'), settings);
    open.push(bare.close);

    const fresh = { product: place.urls, bare: bareUrls(bare, place, 'fresh') };
    const kept = await compare('with a valid token', { product, bare }, fresh, { requests: 500, concurrency: 8 });
    // Before `printPermitTime`, whose permits may use up the workspace's limit of the same minute.
    const keptLimits = await printCapacity('with a valid token', settings, place.pathsAt);
    const keptKey = await printCapacity('with an access key', settings, place.keyPathsAt);
    const keptPermit = await printPermitTime(settings, product, place, open);
    const keptUnits = await printReceiptCapacity(settings, place, outside);

    outside.tell({ lifeSeconds: 1 });
    await expireToken(doc, place);
    const expired = { product: place.urls, bare: bareUrls(bare, place, 'expired') };
    const keptExpired = await compare('with an expired token', { product, bare }, expired, {
      requests: 60,
      concurrency: 1,
    });
    return kept && keptExpired && keptPermit && keptLimits && keptKey && keptUnits;
  } finally {
    await closeAll(open);
  }
}

type Pair<T> = { product: T; bare: T };

async function compare(
  name: keyof typeof promised,
  children: Pair<MeasuredChild>,
  urls: Pair<readonly string[]>,
  load: { requests: number; concurrency: number },
): Promise<boolean> {
  return print(name, await inTurns(children, urls, load));
}

async function inTurns(
  children: Pair<MeasuredChild>,
  urls: Pair<readonly string[]>,
  load: { requests: number; concurrency: number },
): Promise<Pair<LoadMeasurement>[]> {
  const measure = (side: keyof Pair<unknown>): Promise<LoadMeasurement> =>
    measureUnderLoad({ ...load, urls: urls[side] }, () => children[side].cpuMs());
  await measure('bare');
  await measure('product');
  const all: Pair<LoadMeasurement>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = round % 2 === 0 ? 'product' : 'bare';
    const one = await measure(first);
    const other = await measure(first === 'product' ? 'bare' : 'product');
    all.push(first === 'product' ? { product: one, bare: other } : { product: other, bare: one });
  }
  return all;
}

/** Milliseconds that the permit may add to the median answer of sequential calls. */
const permitMs = 5;

async function printPermitTime(
  settings: Record<string, string>,
  unlimited: MeasuredChild,
  place: WebhookTarget,
  open: (() => unknown)[],
): Promise<boolean> {
  const most = { RUNS_PER_MINUTE: '999999', WORKSPACE_RUNS_PER_MINUTE: '999999' };
  const limited = await measuredChild('./product-server.ts', { ...settings, ...most });
  open.push(limited.close);
  const appUrl = limited.said['appUrl'] ?? '';
  await fetch(`${appUrl}/_local/background/pause`, { method: 'POST', body: '{}' });
  const urls = { product: place.pathsAt(appUrl), bare: place.urls };
  const all = await inTurns({ product: limited, bare: unlimited }, urls, { requests: 200, concurrency: 1 });
  const added = all.map(({ product, bare }) => product.p50 - bare.p50);
  console.log(`\na permit, ${all.length} rounds: ${spread(added)} ms more at p50 (middle half of the rounds)`);
  return median(added) <= permitMs;
}

function print(name: keyof typeof promised, all: readonly Pair<LoadMeasurement>[]): boolean {
  const row = (label: string, of: (measured: LoadMeasurement) => number, digits: number): number => {
    const ratios = all.map(({ product, bare }) => of(product) / of(bare));
    const values = (side: keyof Pair<unknown>): string => median(all.map((pair) => of(pair[side]))).toFixed(digits);
    console.log(
      `  ${label.padEnd(22)}${values('product').padStart(10)}${values('bare').padStart(10)}   ${spread(ratios)}`,
    );
    return median(ratios);
  };
  console.log(`\n${name}, ${all.length} rounds: product, bare, ratio (middle half of the rounds)`);
  const throughput = row('requests per second', ({ perSecond }) => perSecond, 0);
  const cpu = row('CPU ms per request', ({ cpuMs }) => cpuMs, 2);
  row('p50 ms', ({ p50 }) => p50, 1);
  row('p99 ms', ({ p99 }) => p99, 1);
  return throughput >= promised[name].throughput && cpu <= promised[name].cpu;
}

/** Calls, read units and write units of one execution under the limits of a stage. */
const promisedCapacity = { 'with a valid token': [3, 3, 2], 'with an access key': [3, 4, 2] } as const;

async function printCapacity(
  name: keyof typeof promisedCapacity,
  settings: Record<string, string>,
  pathsAt: WebhookTarget['pathsAt'],
): Promise<boolean> {
  const proxy = await capacityProxy(settings['DYNAMODB_ENDPOINT'] ?? '');
  const product = await measuredChild('./product-server.ts', {
    ...settings,
    RUNS_PER_MINUTE: '30',
    WORKSPACE_RUNS_PER_MINUTE: '120',
    DYNAMODB_ENDPOINT: proxy.endpoint,
  });
  try {
    const urls = pathsAt(product.said['appUrl'] ?? '');
    await fetch(`${product.said['appUrl']}/_local/background/pause`, { method: 'POST', body: '{}' });
    await fetch(urls.at(-1) ?? '', { method: 'POST' });
    proxy.take();
    const runs = 20;
    for (let run = 0; run < runs; run += 1) await (await fetch(urls[run] ?? '', { method: 'POST' })).text();
    const { calls, readUnits, writeUnits } = proxy.take();
    const each = (value: number): string => (value / runs).toFixed(2);
    console.log(
      `  per execution ${name}, under limits: ${each(calls)} calls to DynamoDB, ${each(readUnits)} read units, ${each(writeUnits)} write units`,
    );
    const isAsPromised = [calls, readUnits, writeUnits].every(
      (all, index) => all === runs * (promisedCapacity[name][index] ?? 0),
    );
    if (!isAsPromised) console.log(`  expected ${promisedCapacity[name].join(', ')}`);
    return isAsPromised;
  } finally {
    await product.close();
    proxy.close();
  }
}

const barePartition = 'BARE';

const bareUrls = ({ said }: MeasuredChild, place: WebhookTarget, path: 'fresh' | 'expired'): string[] =>
  place.triggerIds.map((id) => {
    const target = [barePartition, `${triggerPrefix}${id}`, barePartition].map(encodeURIComponent).join('/');
    return `${said['url']}/${path}/${target}`;
  });

async function copyForBare(doc: DynamoDBDocumentClient, { workspaceId }: WebhookTarget): Promise<void> {
  const own = await partition(doc, workspacePartition(workspaceId));
  const account = own.find((item) => item['sk'] === 'ACCESS')?.['amazonUserId'];
  const grant = await partition(doc, accountPartition(String(account)));
  for (const { duePk: _, ...item } of [...own, ...grant]) {
    await doc.send(new PutCommand({ TableName: tableName, Item: { ...item, pk: barePartition } }));
  }
}

async function partition(doc: DynamoDBDocumentClient, pk: string): Promise<Record<string, unknown>[]> {
  const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
  return (await doc.send(new QueryCommand({ TableName: tableName, ...query }))).Items ?? [];
}
