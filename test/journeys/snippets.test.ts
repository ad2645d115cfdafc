import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { shellWord, textLiteral } from '#shared/rules/snippets/quote.ts';
import type { SnippetKind } from '#shared/rules/snippets/snippet-kinds.ts';
import { snippets } from '#shared/rules/snippets/snippets.ts';
import { webhookCall } from '#shared/rules/snippets/webhook-call.ts';

import { guests } from './kit/guests.ts';
import { restCommandIn } from './kit/home-assistant.ts';
import { eventsFor } from './kit/orders.ts';
import { settled, type JourneyPerson } from './kit/person.ts';
import { fire, runIn } from './kit/webhook-call.ts';

const n8nNodes = z.object({
  nodes: z.tuple([
    z.object({
      parameters: z.object({
        method: z.string(),
        url: z.url(),
        headerParameters: z.object({ parameters: z.array(z.object({ name: z.string(), value: z.string() })) }),
      }),
    }),
  ]),
});
const nodeRedFlow = z.tuple([
  z.unknown(),
  z.object({
    method: z.string(),
    url: z.url(),
    headers: z.array(z.object({ keyValue: z.string(), valueValue: z.string() })),
  }),
  z.unknown(),
]);

const run = promisify(execFile);
const guest = guests('snippets');
let ana: Awaited<ReturnType<typeof settled>>;
beforeAll(async () => {
  ana = await settled(guest());
});

let made = 0;
async function copied(kind: SnippetKind, of: JourneyPerson = ana) {
  made += 1;
  const trigger = await of.addTrigger(`Luz número ${made}`);
  const copy = async () => {
    const call = webhookCall(await of.addressOf(trigger), trigger);
    return snippets[kind].map(({ text }) => text(call));
  };
  const [first = '', second = ''] = await copy();
  return { deviceId: trigger.deviceId, first, second, copy };
}

const inShell = (text: string) => run('sh', ['-c', text], { timeout: 60_000 });
const inNode = (text: string) =>
  run(process.execPath, ['--input-type=module', '--eval', text], { timeout: 60_000, env: {} });
const inPython = (text: string) => run('python3', ['-c', text], { timeout: 60_000 });

const hasPython = spawnSync('python3', ['-c', 'import urllib.request']).status === 0;
if (!hasPython) console.warn('NO python3 ON THIS MACHINE: what is copied for Python is NOT tried.');

describe('copied snippets', () => {
  test('fires from a shell with curl, which prints the response', async () => {
    const { deviceId, first } = await copied('curl');
    expect(JSON.parse((await inShell(first)).stdout)).toMatchObject({ outcome: 'sent' });
    expect(await eventsFor(deviceId)).toHaveLength(1);
  });

  test('fires from JavaScript, which prints status and response', async () => {
    const { deviceId, first } = await copied('javascript');
    expect((await inNode(first)).stdout).toMatch(/^200 \{\s*outcome: 'sent'/);
    expect(await eventsFor(deviceId)).toHaveLength(1);
  });

  test.skipIf(!hasPython)('fires from Python, which prints status and response', async () => {
    const { deviceId, first } = await copied('python');
    expect((await inPython(first)).stdout).toMatch(/^200 \{"outcome":"sent"/);
    expect(await eventsFor(deviceId)).toHaveLength(1);
  });

  test('fires repeatedly with the request that Home Assistant sends', async () => {
    const { deviceId, first, second } = await copied('homeAssistant');
    const { name, url, method, headers } = restCommandIn(first, second);
    expect([name, method]).toEqual([expect.stringMatching(`^recado_\\d+_luz_numero_${made}_\\w+$`), 'POST']);
    for (const times of [1, 2]) {
      expect(runIn(await fire(url, { method, headers }))).toMatchObject({ status: 200, outcome: 'sent' });
      expect(await eventsFor(deviceId)).toHaveLength(times);
    }
  });

  test('fires with the request of the n8n node', async () => {
    const { deviceId, first } = await copied('n8n');
    const [{ parameters }] = n8nNodes.parse(JSON.parse(first)).nodes;
    const headers = Object.fromEntries(parameters.headerParameters.parameters.map(({ name, value }) => [name, value]));
    expect(runIn(await fire(parameters.url, { method: parameters.method, headers }))).toMatchObject({
      outcome: 'sent',
    });
    expect(await eventsFor(deviceId)).toHaveLength(1);
  });

  test('fires with the request of the Node-RED flow', async () => {
    const { deviceId, first } = await copied('nodeRed');
    const [, { url, method, headers }] = nodeRedFlow.parse(JSON.parse(first));
    const sent = Object.fromEntries(headers.map(({ keyValue, valueValue }) => [keyValue, valueValue]));
    expect(runIn(await fire(url, { method, headers: sent }))).toMatchObject({ outcome: 'sent' });
    expect(await eventsFor(deviceId)).toHaveLength(1);
  });

  test('fires with the request of the ESP32 sketch', async () => {
    const { deviceId, first } = await copied('esp32');
    const [, url = ''] = /http\.begin\(client, ("[^"]*")\)/.exec(first) ?? [];
    const [, authorization = ''] = /addHeader\("Authorization", ("[^"]*")\)/.exec(first) ?? [];
    const headers = { authorization: String(JSON.parse(authorization)) };
    expect(runIn(await fire(String(JSON.parse(url)), { method: 'POST', headers }))).toMatchObject({ outcome: 'sent' });
    expect(await eventsFor(deviceId)).toHaveLength(1);
  });

  test('fires with the request of Apple Shortcuts, which adds a body', async () => {
    const { deviceId, first, second } = await copied('shortcuts');
    const headers = { authorization: second, 'content-type': 'application/json' };
    expect(runIn(await fire(first, { method: 'POST', headers, body: '{}' }))).toMatchObject({ outcome: 'sent' });
    expect(await eventsFor(deviceId)).toHaveLength(1);
  });
});

test('rejects a snippet with the old secret after a rotation and accepts a new copy', async () => {
  const bruno = await settled(guest());
  const { deviceId, first, copy } = await copied('curl', bruno);
  const { id } = await bruno.current();
  expect((await bruno.send('POST', `/api/workspaces/${id}/rotate-token`)).status).toBe(200);
  expect(JSON.parse((await inShell(first)).stdout)).toMatchObject({ errorKey: 'trigger.notFound' });
  expect(await eventsFor(deviceId)).toEqual([]);
  const [anew = ''] = await copy();
  expect(JSON.parse((await inShell(anew)).stdout)).toMatchObject({ outcome: 'sent' });
  expect(await eventsFor(deviceId)).toHaveLength(1);
});

describe('quoting of random texts', () => {
  const special = ["'", '"', '`', '$', '\\', '!', '*', '?', ' ', '\n', '\t', '#', '&', ';', '|', '<', '(', '{'];
  // A command-line argument cannot contain NUL.
  const texts = fc.sample(
    fc
      .array(fc.oneof(fc.constantFrom(...special), fc.string({ unit: 'binary' })))
      .map((parts) => parts.join('').replaceAll('\0', '')),
    300,
  );

  // Read from standard input, because a command-line argument might be too long.
  test('passes any text unchanged through a shell', () => {
    const script = texts.map((text) => String.raw`printf '%s\0' ${shellWord(text)}`).join('\n');
    const { stdout } = spawnSync('sh', ['-s'], { input: script, encoding: 'utf8' });
    expect(stdout.split('\0').slice(0, -1)).toEqual(texts);
  });

  test('passes any text unchanged through JavaScript', () => {
    const list = texts.map(textLiteral).join(',\n');
    const input = `console.log(JSON.stringify([${list}]))`;
    const { stdout } = spawnSync(process.execPath, ['-'], { input, encoding: 'utf8' });
    expect(JSON.parse(stdout)).toEqual(texts);
  });

  test.skipIf(!hasPython)('passes any text unchanged through Python', () => {
    const list = texts.map(textLiteral).join(',\n');
    const { stdout } = spawnSync('python3', ['-'], {
      input: `import json\nprint(json.dumps([${list}]))`,
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toEqual(texts);
  });
});
