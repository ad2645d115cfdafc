import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

export type Chromium = { executablePath: string; args: string[]; ignoreDefaultArgs?: string[] };

/**
 * Returns the browser for tests: `CHROMIUM_PATH`, else the system's Chromium or Chrome, else the npm package (Linux
 * x64).
 */
export async function findChromium(environment: Readonly<Record<string, string | undefined>>): Promise<Chromium> {
  const browser = await findBrowser(environment);
  return (await sharedMemory()) < enoughSharedMemory
    ? browser
    : { ...browser, ignoreDefaultArgs: [avoidsSharedMemory] };
}

/** Playwright's default, for containers with 64 MiB of shared memory. Files instead take 5 % more processor time. */
const avoidsSharedMemory = '--disable-dev-shm-usage';
const enoughSharedMemory = 2 ** 30;

/** Free bytes. */
const sharedMemory = (): Promise<number> =>
  statfs('/dev/shm').then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );

async function findBrowser(environment: Readonly<Record<string, string | undefined>>): Promise<Chromium> {
  const given = environment['CHROMIUM_PATH'];
  if (given) return { executablePath: given, args: [] };
  const system = systemNames.map(onPath).find((path) => path !== undefined) ?? usualPlaces.find(existsSync);
  if (system !== undefined) return { executablePath: system, args: [] };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('Browser tests need a Chromium or Chrome here: install one, or set CHROMIUM_PATH to it.');
  }
  const { default: packaged } = await import('@sparticuz/chromium');
  const args = [
    ...packaged.args.filter((one) => !unwanted.test(one)),
    '--disable-gpu',
    '--disable-software-rasterizer',
  ];
  return { executablePath: await packaged.executablePath(), args };
}

/**
 * Removed because: a single process crashes as a whole, a browser without its sandbox proves nothing, software WebGL is
 * slow.
 */
const unwanted =
  /^--(?:single-process|no-zygote|disable-web-security|allow-running-insecure-content|disable-site-isolation-trials|headless|ignore-gpu-blocklist|in-process-gpu|use-gl|use-angle|enable-unsafe-swiftshader)\b/;

function onPath(name: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  const { stdout, status } = spawnSync('which', [name], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
