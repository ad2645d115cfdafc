import { join } from 'node:path';

import { routes } from '#web/app/routes.ts';

import { cookieJar } from '../../local/browser-like.ts';
import { seed } from '../../local/seed/seed.ts';
import { root, startStack } from '../../local/stack.ts';
import { median } from '../statistics.ts';
import { http2Front } from './http2-front.ts';
import { fetchLighthouse, type Throttling, visitWithLighthouse, type PageAudit } from './lighthouse-tool.ts';
import { lineTo } from './line.ts';

type Measured = Exclude<keyof PageAudit, 'failed' | 'machine' | 'TBT'>;

const rounds = Number(process.env['LIGHTHOUSE_ROUNDS'] ?? 3);
const throttlings: readonly Throttling[] = ['modelled', 'throttled'];

/**
 * Delay of the line in milliseconds, one way. It is short because the model counts everything before the first paint as
 * blocking it.
 */
const shortLine = 20;

const anyThrottling = { accessibility: 100, 'best practices': 100, SEO: 100, blocking: 50, CLS: 0.02 };

type Bars = Readonly<Record<Throttling, Readonly<Record<Measured, number>>>>;

/** Minimum scores; maximum LCP and blocking in milliseconds, and CLS. */
const bars: Bars = {
  modelled: { performance: 99, LCP: 1600, ...anyThrottling },
  throttled: { performance: 95, LCP: 2500, ...anyThrottling },
};

/** The largest text of these pages is data: it waits for the app's files, for the user and for one more reply. */
const pagesOfData: ReadonlySet<string> = new Set(['/dashboard', '/whatsapp', '/subscription', '/account']);
const barsOfData: Bars = {
  modelled: { ...bars.modelled, performance: 90, LCP: 2400 },
  throttled: { ...bars.throttled, performance: 85, LCP: 4000 },
};

const barsOf = (path: string): Bars => (pagesOfData.has(path) ? barsOfData : bars);
const names = Object.keys(bars.modelled).filter((name): name is Measured => Object.hasOwn(bars.modelled, name));
const isScore = (name: Measured): boolean => !['LCP', 'blocking', 'CLS'].includes(name);
/** A missing figure does not pass: NaN fails every comparison. */
const keeps = (name: Measured, value: number, bar: number): boolean => (isScore(name) ? value >= bar : value <= bar);

/** Visits every page of `npm start -- --prod` as a phone. Figures are medians. */
export async function benchLighthouse(): Promise<boolean> {
  await fetchLighthouse();
  const only = process.env['LIGHTHOUSE_ROUTES']?.split(',');
  const stack = await startStack({
    web: 'built',
    prod: true,
    workers: 1,
    logFile: join(root, '.cache', 'lighthouse.log'),
    prepare: async ({ sandboxUrl, ...at }) => {
      if (sandboxUrl !== undefined) await seed({ ...at, sandboxUrl });
    },
  });
  const opened: { close: () => Promise<void> }[] = [stack];
  try {
    const front = await http2Front(stack.appUrl);
    opened.unshift(front);
    const line = await lineTo(front.url, shortLine);
    opened.unshift(line);
    const origins: Readonly<Record<Throttling, string>> = { modelled: line.url, throttled: front.url };
    const ana = cookieJar(stack.appUrl);
    await ana.signIn('google', 'ana');
    console.log(`${''.padEnd(27)}${[...names, 'TBT', 'machine'].map(cell).join('')}`);
    let kept = true;
    for (const { path, access } of routes.filter((route) => !only || only.includes(route.path))) {
      for (const throttling of throttlings) {
        const cookie = access === 'signedIn' ? ana.cookies() : '';
        const visits: PageAudit[] = [];
        for (let round = 0; round < rounds; round += 1)
          visits.push(await visitWithLighthouse(origins[throttling] + path, throttling, cookie));
        kept = say(path, throttling, visits) && kept;
      }
    }
    return kept;
  } finally {
    for (const each of opened) await each.close();
  }
}

function say(path: string, throttling: Throttling, visits: readonly PageAudit[]): boolean {
  const values = names.map((name) => ({ name, value: median(visits.map((visit) => visit[name])) }));
  const missed = values
    .filter(({ name, value }) => !keeps(name, value, barsOf(path)[throttling][name]))
    .map(({ name }) => name);
  const unjudged = (['TBT', 'machine'] as const).map((name) => median(visits.map((visit) => visit[name])).toFixed(0));
  const cells = [...values.map(({ name, value }) => value.toFixed(name === 'CLS' ? 3 : 0)), ...unjudged];
  const verdict = missed.length > 0 ? `  misses: ${missed.join(', ')}` : '';
  console.log(`${path.padEnd(16)}${throttling.padEnd(11)}${cells.map(cell).join('')}${verdict}`);
  const failed = new Set(visits.flatMap((visit) => visit.failed));
  if (missed.some(isScore) && failed.size > 0) console.log(`  ${[...failed].join('; ')}`);
  return missed.length === 0;
}

const cell = (text: string): string => text.padStart(15);
