import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { startSandboxes } from '../../index.ts';
import { sampleSkill } from '../sample-skill.ts';
import { anAlexa } from './an-alexa.ts';

test('restores the state of Alexa and the store after a restart, including held messages', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandboxes-'));
  const stateFile = join(folder, 'sandboxes.json');
  let url = '';
  const start = () =>
    startSandboxes({ stateFile, appUrl: 'http://app.test', skillEndpoint: sampleSkill(() => url).skill });
  const first = await start();
  url = first.url;
  const before = anAlexa(url);
  await before.client.json('/amazon/_settings', { skillMayAskProfile: true });
  await before.order('skill', { delisted: true });
  await before.order('skill', { person: 'ana', delisted: false });
  await before.order('enablement', { grant: 'held', events: 'held' });
  expect((await before.post({ token: await before.linkingToken() }, await before.authCode())).status).toBe(201);
  const { userId } = await before.home();
  await first.close();

  const second = await start();
  url = second.url;
  const after = anAlexa(url);
  expect(await after.home()).toMatchObject({ userId, grantHeld: true });
  expect((await after.order('skill', {})).body).toMatchObject({ delisted: true });
  expect((await after.order('skill', { person: 'ana' })).body).toMatchObject({ delisted: false });
  expect((await after.client.json('/amazon/_settings', {})).body).toEqual({ skillMayAskProfile: true });
  expect((await after.order('release', {})).body).toEqual({ grants: 1, events: 2 });
  await after.client.json('/alexa/_reset', {});
  expect((await after.order('skill', {})).body).toMatchObject({ delisted: false });
  expect((await after.order('enablement', {})).body).toMatchObject({ grant: 'before' });
  await second.close();
  await rm(folder, { recursive: true });
});

test('sends skill events to the function skill-events of the product and ignores its absence', async () => {
  const paths: string[] = [];
  const product = createServer((request, response) => {
    paths.push(request.url ?? '');
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"Type":"User"}');
  });
  await new Promise<void>((resolve) => {
    product.listen(0, '127.0.0.1', resolve);
  });
  const address = product.address();
  const appUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`;
  let url = '';
  const sandboxes = await startSandboxes({ appUrl, skillEndpoint: sampleSkill(() => url).skill });
  ({ url } = sandboxes);
  const alexa = anAlexa(url);
  await alexa.order('enablement', { events: 'held' });
  expect((await alexa.act('enable')).status).toBe(200);
  expect((await alexa.order('release', {})).body).toEqual({ grants: 0, events: 2 });
  expect(paths).toEqual(Array.from({ length: 2 }, () => '/2015-03-31/functions/skill-events/invocations'));
  expect(JSON.stringify((await alexa.home())['log'])).not.toContain('the skill answered');
  await sandboxes.close();
  await new Promise((resolve) => {
    product.close(resolve);
    product.closeAllConnections();
  });
});
