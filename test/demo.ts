import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import * as z from 'zod/mini';

import { receiptName } from '#shared/rules/names.ts';
import { webhookAddress } from '#shared/rules/webhook-address.ts';

import { commandInGroup } from './demo-group.ts';
import { step, parsedReply, until } from './demo-steps.ts';
import { cookieJar } from './local/browser-like.ts';
import { StartProblem } from './local/problem.ts';
import { root, startStack } from './local/stack.ts';
import { sandboxClient } from './sandboxes/sandbox-client.ts';

/** The main job without a browser, from the sign-in to a home that reacts. Exits with 1 on failure. */
type Place = { appUrl: string; sandboxUrl: string; close: () => Promise<void> };

const person = 'ana';

async function isUp(appUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${appUrl}/api/health`, { signal: AbortSignal.timeout(2000) })).status === 200;
  } catch {
    return false;
  }
}

const stackFile = z.object({ appUrl: z.string(), sandboxUrl: z.optional(z.string()) });

/** Reads the address that the running product stored, or returns the default one. */
async function sandboxOf(appUrl: string): Promise<string> {
  const text = await readFile(join(root, '.local', 'stack.json'), 'utf8').catch(() => '{}');
  const { data } = stackFile.safeParse(JSON.parse(text));
  if (data?.appUrl !== appUrl) return `http://127.0.0.1:${process.env['SANDBOX_PORT'] ?? 3100}`;
  if (data.sandboxUrl !== undefined) return data.sandboxUrl;
  throw new StartProblem(`The product at ${appUrl} runs without sandboxes, so no home can be asked.`);
}

async function findOrStart(): Promise<Place> {
  const appUrl = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`;
  if (await isUp(appUrl)) {
    console.log(`Using the product that runs at ${appUrl}`);
    return { appUrl, sandboxUrl: await sandboxOf(appUrl), close: async () => {} };
  }
  console.log('Starting the product in memory, on ports of its own');
  const stack = await startStack({ workers: 1, logFile: join(root, '.cache', 'demo.log') });
  const { sandboxUrl = '', close } = stack;
  return { appUrl: stack.appUrl, sandboxUrl, close };
}

const anything = z.unknown();
const workspace = z.object({ id: z.number(), name: z.string(), workspaceToken: z.string() });
const trigger = z.object({ id: z.string(), name: z.string(), workspaceId: z.number(), deviceId: z.string() });
const skill = z.object({ skill: z.string() });
const fired = z.object({ outcome: z.literal('sent'), ms: z.number() });
const confirmed = z.object({ answer: z.literal('ran'), ranMs: z.number() });
const home = z.object({
  devices: z.array(z.object({ deviceId: z.string(), friendlyName: z.string() })),
  events: z.array(z.object({ deviceId: z.string(), known: z.boolean(), ms: z.number() })),
  routines: z.array(z.object({ id: z.string(), deviceId: z.string() })),
});

async function mainJob({ appUrl, sandboxUrl }: Place): Promise<void> {
  const browser = cookieJar(appUrl);
  const sandbox = sandboxClient(sandboxUrl);
  const look = async () => z.parse(home, (await sandbox.get(`/alexa/home/${person}.json`)).body);
  const eventsOf = async (deviceId: string) =>
    (await look()).events.filter((one) => one.known && one.deviceId === deviceId);
  const nameOf = async (deviceId: string) =>
    (await look()).devices.find((one) => one.deviceId === deviceId)?.friendlyName;

  await step('signed in with Google as Ana', async () => {
    await browser.signIn('google', person);
    return parsedReply(anything, await browser.get('/api/auth/user'));
  });
  const { id, name, workspaceToken } = parsedReply(workspace, await browser.get('/api/workspaces/current'));
  await step(`connected the workspace "${name}" with Ana's Amazon account and her Alexa, in one go`, async () => {
    const end = await browser.get(`/api/auth/amazon?workspace=${id}&force_login=true&timestamp=1&login_hint=${person}`);
    if (!end.url.includes('success=true')) throw new Error(`Connecting ended at ${end.url}`);
    const isActive = async () => parsedReply(skill, await browser.get('/api/amazon-auth')).skill === 'active';
    await until('Alexa gives its permission', isActive);
  });

  const wish = `Demo ${new Date().toISOString().replace(/\D/g, ' ').trim()}`;
  const made = await step(`created the trigger "${wish}"`, async () =>
    parsedReply(trigger, await browser.send('POST', '/api/triggers', { name: wish })),
  );
  const { deviceId } = made;
  await step('her Echo knows the new device', () => until('the Echo knows it', async () => !!(await nameOf(deviceId))));

  const address = webhookAddress(appUrl, made, workspaceToken);
  console.log(`\n           curl '${address.slice(0, address.indexOf('token=') + 12)}...'\n`);
  for (const method of ['GET', 'POST']) {
    const before = (await eventsOf(deviceId)).length;
    const { ms } = await step(`called the webhook with ${method}`, async () =>
      parsedReply(fired, await cookieJar(appUrl).send(method, address)),
    );
    await until('the home reacts', async () => (await eventsOf(deviceId)).length > before);
    const [heard] = await eventsOf(deviceId);
    console.log(`           the home reacted, ${heard?.ms} ms after the event was made (${ms} ms for all of the run)`);
  }

  const second = receiptName(wish);
  await step('switched "Confirm that it ran" on: her Echo knows a second device', async () => {
    parsedReply(trigger, await browser.send('PATCH', `/api/triggers/${made.id}`, { receipt: true }));
    await until('the Echo knows it', async () => (await look()).devices.some((one) => one.friendlyName === second));
  });
  await sandbox.json(`/alexa/home/${person}/routines`, { friendlyName: wish, scenes: [second] });
  const { ranMs } = await step('called the webhook, and its routine reported back', async () =>
    parsedReply(confirmed, await cookieJar(appUrl).send('POST', address, undefined, { prefer: 'wait=8' })),
  );
  console.log(`           Ran after ${(ranMs / 1000).toFixed(1)} s\n`);

  const before = (await eventsOf(deviceId)).length;
  await commandInGroup({ place: { sandboxUrl }, browser, workspaceId: id }, wish);
  await until('the home reacts', async () => (await eventsOf(deviceId)).length > before);
  console.log('           the home reacted\n');

  const routine = (await look()).routines.find((one) => one.deviceId === deviceId);
  await sandbox.json(`/alexa/home/${person}/forget`, { id: routine?.id });

  await step('renamed it: the Echo hears the new name, the address stays', async () => {
    parsedReply(trigger, await browser.send('PATCH', `/api/triggers/${made.id}`, { name: `${wish} again` }));
    await until('the Echo knows the new name', async () => (await nameOf(deviceId)) === `${wish} again`);
    parsedReply(fired, await cookieJar(appUrl).get(address));
  });
  await step('deleted it: the address is dead, the Echo forgets the device', async () => {
    parsedReply(anything, await browser.send('DELETE', `/api/triggers/${made.id}`));
    const { status } = await cookieJar(appUrl).get(address);
    if (status !== 404) throw new Error(`A deleted trigger answered ${status}`);
    await until('the Echo forgets it', async () => (await nameOf(deviceId)) === undefined);
  });
}

let place: Place | undefined;
try {
  place = await step('ready', findOrStart);
  await mainJob(place);
  console.log('\nThe home reacted each time. To click through it yourself: npm start');
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await place?.close();
}
