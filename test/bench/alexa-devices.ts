import { setTimeout as pause } from 'node:timers/promises';

import * as z from 'zod/mini';

import { triggersPerAmazonAccount } from '#shared/product.ts';

import { cookieJar, type Answered, type CookieJar } from '../local/browser-like.ts';
import { stackControls } from '../local/local-client.ts';
import { measuredChild } from './measured-child.ts';
import { spread } from './statistics.ts';

const discoveries = 9;
const atOnce = 4;
/** Alexa's timeout for a directive. */
const alexaWaitsMs = 8_000;
const reportsWithinMs = 60_000;

/** Times the device list, reporting all devices and removing all, with as many triggers as an Amazon account allows. */
export async function benchAlexaDevices(): Promise<boolean> {
  const product = await measuredChild('./product-server.ts', {});
  try {
    const { appUrl = '', sandboxUrl = '' } = product.said;
    const browser = cookieJar(appUrl);
    const controls = stackControls({ appUrl });
    const home = homeAt(browser, sandboxUrl);
    const workspaceId = await linkedWorkspace(browser);
    await home.act('enable');
    await controls.pauseWorker();
    await makeTriggers(browser);

    const report = await measured(async () => {
      await controls.resumeWorker();
      await until(async () => (await home.devices()) === triggersPerAmazonAccount);
    });
    const waits: number[] = [];
    for (let round = 0; round < discoveries; round += 1) waits.push(await measured(() => home.act('discover')));
    const sizes = await home.reportSizes();

    await browser.send('POST', '/api/amazon-auth/unlink', { workspaceId });
    const removal = await measured(() => until(async () => (await home.devices()) === 0));

    const row = (label: string, text: string): void => console.log(`  ${label.padEnd(28)}${text}`);
    row(`discovery of ${triggersPerAmazonAccount}`, `${spread(waits, 0)} ms`);
    row(`report of ${triggersPerAmazonAccount}`, `${report.toFixed(0)} ms in ${sizes.length} reports`);
    row('largest report', `${Math.max(...sizes)} bytes of 256000`);
    row(`removal of ${triggersPerAmazonAccount}`, `${removal.toFixed(0)} ms`);
    return Math.max(...waits) < alexaWaitsMs && report < reportsWithinMs && Math.max(...sizes) < 256_000;
  } finally {
    await product.close();
  }
}

async function measured(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 2 * reportsWithinMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('This takes too long.');
    await pause(50);
  }
}

const workspace = z.object({ id: z.number() });

async function linkedWorkspace(browser: CookieJar): Promise<number> {
  await browser.signIn('google', 'ana');
  const { id } = workspace.parse(ok(await browser.get('/api/workspaces/current')).json());
  await browser.visit(`/api/auth/amazon?workspace=${id}&login_hint=ana`);
  return id;
}

async function makeTriggers(browser: CookieJar): Promise<void> {
  const names = Array.from({ length: triggersPerAmazonAccount }, (_, index) => `Boa noite casa ${index + 1}`);
  const line = async (): Promise<void> => {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      ok(await browser.send('POST', '/api/triggers', { name }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, line));
}

const home = z.object({ devices: z.array(z.unknown()) });
const heard = z.array(z.object({ body: z.unknown() }));
const added = z.object({ event: z.object({ header: z.object({ name: z.literal('AddOrUpdateReport') }) }) });

const homeAt = (browser: CookieJar, sandboxUrl: string) => ({
  act: async (deed: string) =>
    ok(
      await browser.visit(`${sandboxUrl}/alexa/home/ana/${deed}`, {
        method: 'POST',
        body: {},
        headers: { accept: 'application/json' },
      }),
    ),
  devices: async () => home.parse((await browser.get(`${sandboxUrl}/alexa/home/ana.json`)).json()).devices.length,
  reportSizes: async () =>
    heard
      .parse((await browser.get(`${sandboxUrl}/alexa/_heard`)).json())
      .filter(({ body }) => added.safeParse(body).success)
      .map(({ body }) => Buffer.byteLength(JSON.stringify(body))),
});

function ok(answer: Answered): Answered {
  if (answer.status >= 400) throw new Error(`${answer.url} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  return answer;
}
