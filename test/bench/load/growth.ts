import { closeAll, homeTarget } from '../home-target.ts';
import { measuredChild } from '../measured-child.ts';
import { median } from '../statistics.ts';
import { capacityProxy } from './capacity-proxy.ts';
import { fillTable, fillWorkspace } from './fill.ts';

/** Amazon allows 300 triggers per account; more are written directly into the table. */
const triggerSizes = [10, 40, 100, 300, 1_000, 10_000];
const workspaceSizes = [1, 1_000, 10_000, Number(process.env['GROWTH_WORKSPACES'] ?? 100_000)];
const runs = 40;

type Ask = { name: string; method: string; url: string; headers?: Record<string, string>; body?: string };
type Cost = { ms: number; calls: number; reads: number; writes: number };
type Proxy = Awaited<ReturnType<typeof capacityProxy>>;

/** Calls that must cost the same at any size. */
const steady = new Set(['webhook', 'workspaces']);

/** Measures time and consumed capacity by size of workspace and table, as ratios to the smallest size. */
export async function benchGrowth(): Promise<boolean> {
  const open: (() => unknown)[] = [];
  try {
    const { settings, place, doc, endpoint } = await homeTarget(open, { triggers: 10 });
    const proxy = await capacityProxy(endpoint);
    open.push(proxy.close);
    const product = await measuredChild('../product-server.ts', { ...settings, DYNAMODB_ENDPOINT: proxy.endpoint });
    open.push(product.close);
    const appUrl = product.said['appUrl'] ?? '';
    await fetch(`${appUrl}/_local/background/pause`, { method: 'POST', body: '{}' });
    const measure = async (asks: readonly Ask[]) => {
      const costs = new Map<string, Cost>();
      for (const { name, ...ask } of asks) costs.set(name, await costOf(ask, proxy));
      return costs;
    };
    const asks = asksOf(appUrl, place);
    const triggers = await growing('triggers in the workspace', triggerSizes, async (size) => {
      await fillWorkspace(doc, place, size);
      return measure(asks);
    });
    let there = 1;
    const workspaces = await growing('workspaces in the table', workspaceSizes, async (size) => {
      await fillTable(doc, place, there, size);
      there = size;
      return measure(asks.filter(({ name }) => name !== 'list'));
    });
    return triggers && workspaces;
  } finally {
    await closeAll(open);
  }
}

type Place = Awaited<ReturnType<typeof homeTarget>>['place'];

function asksOf(appUrl: string, { cookie, pathsAt }: Place): readonly Ask[] {
  const headers = { cookie };
  return [
    { name: 'webhook', method: 'POST', url: pathsAt(appUrl)[0] ?? '' },
    { name: 'list', method: 'GET', url: `${appUrl}/api/triggers`, headers },
    { name: 'workspaces', method: 'GET', url: `${appUrl}/api/workspaces`, headers },
  ];
}

async function costOf({ url, ...ask }: Omit<Ask, 'name'>, proxy: Proxy): Promise<Cost> {
  const once = async (): Promise<number> => {
    const began = performance.now();
    const answer = await fetch(url, ask);
    await answer.text();
    if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}`);
    return performance.now() - began;
  };
  for (let run = 0; run < 5; run += 1) await once();
  proxy.take();
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await once());
  const { calls, readUnits, writeUnits } = proxy.take();
  return { ms: median(times), calls: calls / runs, reads: readUnits / runs, writes: writeUnits / runs };
}

async function growing(
  what: string,
  sizes: readonly number[],
  at: (size: number) => Promise<ReadonlyMap<string, Cost>>,
): Promise<boolean> {
  console.log(`\n${what}\n${row(['', 'asked', 'p50 ms', 'ratio', 'calls', 'reads', 'writes'])}`);
  let first: ReadonlyMap<string, Cost> | undefined;
  let kept = true;
  for (const size of sizes) {
    const costs = await at(size);
    first ??= costs;
    for (const [name, cost] of costs) {
      const base = first.get(name) ?? cost;
      const isOver = steady.has(name) && (cost.calls > base.calls + 0.1 || cost.reads > base.reads + 0.1);
      kept = kept && !isOver;
      const figures = [cost.ms, cost.ms / base.ms, cost.calls, cost.reads, cost.writes].map((value) =>
        value.toFixed(2),
      );
      console.log(`${row([String(size), name, ...figures])}${isOver ? '  costs more than at the smallest size' : ''}`);
    }
  }
  return kept;
}

const row = (cells: readonly string[]): string => cells.map((cell) => cell.padStart(11)).join('');
