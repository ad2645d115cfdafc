import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import * as z from 'zod/mini';

import { findChromium } from '../../browser/chromium.ts';
import { blockingTime, trace } from './main-thread.ts';

/** An exact version, fetched on first use. It is not a dependency. */
const version = '13.5.0';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, '.cache', 'lighthouse', version);
const command = join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js');

/** Throttling modelled from an unthrottled visit, or applied by the browser. */
export type Throttling = 'modelled' | 'throttled';
const methods: Readonly<Record<Throttling, string>> = { modelled: 'simulate', throttled: 'devtools' };

/** How many times slower a phone is than this machine. */
const slowdowns: Readonly<Record<Throttling, number>> = { modelled: 4, throttled: 1 };

const score = z.object({ score: z.nullable(z.number()) });
const audit = z.object({
  title: z.string(),
  score: z.nullable(z.number()),
  scoreDisplayMode: z.string(),
  numericValue: z.optional(z.number()),
});
const report = z.object({
  runtimeError: z.optional(z.object({ message: z.string() })),
  environment: z.object({ benchmarkIndex: z.number() }),
  categories: z.object({ performance: score, accessibility: score, 'best-practices': score, seo: score }),
  audits: z.record(z.string(), audit),
});

/** Times in milliseconds, scores from 0 to 100. */
export type PageAudit = Readonly<
  Record<'performance' | 'accessibility' | 'best practices' | 'SEO' | 'LCP' | 'blocking' | 'TBT' | 'CLS', number>
> & {
  /** Lighthouse's speed rating of this machine. Its model expects at least 1000. */
  machine: number;
  /** Failed audits, except those of speed. */
  failed: readonly string[];
};

/** Installs Lighthouse without running package scripts. */
export async function fetchLighthouse(): Promise<void> {
  const there = await access(command).then(
    () => true,
    () => false,
  );
  if (there) return;
  console.log(`Fetching lighthouse ${version} into .cache/lighthouse, once.\n`);
  await mkdir(folder, { recursive: true });
  const words = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
  // npm names its own path; Windows cannot run npm's shell script.
  const npm = process.env['npm_execpath'];
  const [tool, ...first] = npm ? [process.execPath, npm] : ['npm'];
  await run(tool ?? 'npm', [...first, 'install', '--prefix', folder, ...words, `lighthouse@${version}`]);
}

export async function visitWithLighthouse(address: string, throttling: Throttling, cookie: string): Promise<PageAudit> {
  // Not the default flags of the packaged browser: their in-process software rendering slows the page down.
  const { executablePath } = await findChromium(process.env);
  const place = await mkdtemp(join(tmpdir(), 'lighthouse-'));
  try {
    const file = join(place, 'report.json');
    const words = [
      command,
      address,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      '--save-assets',
      `--throttling-method=${methods[throttling]}`,
      '--chrome-flags=--headless --no-sandbox --ignore-certificate-errors',
      '--no-enable-error-reporting',
      ...(cookie ? [`--extra-headers=${JSON.stringify({ cookie })}`] : []),
    ];
    await run(process.execPath, words, { env: { ...process.env, CHROME_PATH: executablePath } });
    const seen = trace.parse(JSON.parse(await readFile(join(place, 'report-0.trace.json'), 'utf8')));
    const blocking = blockingTime(seen, slowdowns[throttling]);
    return { ...worthOf(report.parse(JSON.parse(await readFile(file, 'utf8')))), blocking };
  } finally {
    await rm(place, { recursive: true, force: true, maxRetries: 5 });
  }
}

function worthOf({
  runtimeError,
  environment,
  categories,
  audits,
}: z.output<typeof report>): Omit<PageAudit, 'blocking'> {
  if (runtimeError) throw new Error(`Lighthouse gave up: ${runtimeError.message}`);
  const figure = (name: string): number => audits[name]?.numericValue ?? Number.NaN;
  const points = ({ score: of }: z.output<typeof score>): number => Math.round((of ?? 0) * 100);
  return {
    performance: points(categories.performance),
    accessibility: points(categories.accessibility),
    'best practices': points(categories['best-practices']),
    SEO: points(categories.seo),
    LCP: figure('largest-contentful-paint'),
    TBT: figure('total-blocking-time'),
    CLS: figure('cumulative-layout-shift'),
    machine: environment.benchmarkIndex,
    failed: Object.values(audits)
      .filter((one) => one.scoreDisplayMode === 'binary' && (one.score ?? 1) < 1)
      .map(({ title }) => title),
  };
}
