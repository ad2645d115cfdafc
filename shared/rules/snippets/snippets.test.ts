import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { webhookAddress } from '../webhook-address.ts';
import { commandName } from './home-assistant.ts';
import { snippetKinds, type SnippetKind } from './snippet-kinds.ts';
import { snippets } from './snippets.ts';
import { authorizationOf, maskCall, webhookCall } from './webhook-call.ts';

const trigger = { name: 'Boa noite', workspaceId: 7, deviceId: 'trg-1' };
const call = webhookCall(webhookAddress('https://go.example', trigger, 'Ab-_9'), trigger);
const textsOf = (kind: SnippetKind, of = call) => snippets[kind].map(({ name, text }) => [name, text(of)]);

test('moves any secret from the address to a header', () => {
  expect(call).toEqual({ ...trigger, url: 'https://go.example/prod/trigger/7/trg-1', token: 'Ab-_9' });
  expect(authorizationOf(call)).toBe('Bearer Ab-_9');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (token) => {
      const found = webhookCall(webhookAddress('https://go.example:8443/', trigger, token), trigger);
      return found.token === token && found.url === 'https://go.example:8443/prod/trigger/7/trg-1';
    }),
  );
});

describe('snippets', () => {
  test('creates a single line for a terminal', () => {
    expect(textsOf('curl')).toEqual([
      ['curl', 'curl -X POST -H "Authorization: Bearer Ab-_9" "https://go.example/prod/trigger/7/trg-1"'],
    ]);
  });

  test('creates a fetch call for JavaScript', () => {
    expect(textsOf('javascript')).toEqual([
      [
        'JavaScript',
        `const response = await fetch("https://go.example/prod/trigger/7/trg-1", {
  method: "POST",
  headers: { Authorization: "Bearer Ab-_9" },
});
console.log(response.status, await response.json());`,
      ],
    ]);
  });

  test('creates a Python script without dependencies', () => {
    expect(textsOf('python')).toEqual([
      [
        'Python',
        `from urllib.request import Request, urlopen

request = Request(
    "https://go.example/prod/trigger/7/trg-1",
    method="POST",
    headers={"Authorization": "Bearer Ab-_9"},
)
with urlopen(request, timeout=30) as response:
    print(response.status, response.read().decode())`,
      ],
    ]);
  });

  test('creates a command for Home Assistant and keeps the secret in a separate file', () => {
    expect(textsOf('homeAssistant')).toEqual([
      [
        'configuration.yaml',
        `rest_command:
  recado_7_boa_noite:
    url: "https://go.example/prod/trigger/7/trg-1"
    method: post
    headers:
      Authorization: !secret recado_7`,
      ],
      ['secrets.yaml', 'recado_7: "Bearer Ab-_9"'],
    ]);
  });

  test('lists the two fields to fill in Apple Shortcuts', () => {
    expect(textsOf('shortcuts')).toEqual([
      ['URL', 'https://go.example/prod/trigger/7/trg-1'],
      ['Authorization', 'Bearer Ab-_9'],
    ]);
  });

  test('lists the two fields to fill in HTTP Shortcuts', () => {
    expect(textsOf('httpShortcuts')).toEqual(textsOf('shortcuts'));
  });

  test('lists the two fields to fill in Tasker, with the header on one line', () => {
    expect(textsOf('tasker')).toEqual([
      ['URL', 'https://go.example/prod/trigger/7/trg-1'],
      ['Headers', 'Authorization:Bearer Ab-_9'],
    ]);
  });

  test('creates one n8n node that makes the request', () => {
    const [[name, text = ''] = []] = textsOf('n8n');
    expect(name).toBe('n8n');
    expect(JSON.parse(text)).toEqual({
      nodes: [
        {
          name: 'Boa noite',
          type: 'n8n-nodes-base.httpRequest',
          typeVersion: 4.2,
          position: [0, 0],
          parameters: {
            method: 'POST',
            url: 'https://go.example/prod/trigger/7/trg-1',
            sendHeaders: true,
            headerParameters: { parameters: [{ name: 'Authorization', value: 'Bearer Ab-_9' }] },
          },
        },
      ],
      connections: {},
    });
  });

  test('creates a connected button, request and response for Node-RED', () => {
    const [[, text = ''] = []] = textsOf('nodeRed');
    const [button, request, answer] = JSON.parse(text);
    expect([button.type, request.type, answer.type]).toEqual(['inject', 'http request', 'debug']);
    expect([button.wires, request.wires, answer.wires]).toEqual([[[request.id]], [[answer.id]], []]);
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://go.example/prod/trigger/7/trg-1',
      headers: [{ keyType: 'other', keyValue: 'Authorization', valueType: 'other', valueValue: 'Bearer Ab-_9' }],
    });
  });

  test('creates a function for an ESP32 that verifies the certificate', () => {
    const [[, text = ''] = []] = textsOf('esp32');
    expect(text).toContain('  if (!http.begin(client, "https://go.example/prod/trigger/7/trg-1")) return -1;');
    expect(text).toContain('  http.addHeader("Authorization", "Bearer Ab-_9");');
    expect(text).toContain('setCACertBundle(');
    expect(text).not.toContain('setInsecure');
  });
});

test.each(snippetKinds)('masks the secret in the preview of %s and keeps it out of the address', (kind) => {
  const copied = snippets[kind].map(({ text }) => text(call)).join('\n');
  const shown = snippets[kind].map(({ text }) => text(maskCall(call))).join('\n');
  expect(copied).toContain('Bearer Ab-_9');
  expect(copied).not.toContain('token=');
  expect(shown).toBe(copied.replace('Ab-_9', '••••••••'));
});

test.each([
  ['Boa noite', 'recado_7_boa_noite'],
  ['Bênção às 3', 'recado_7_bencao_as_3_9f4c'],
  ['Bencao as 3', 'recado_7_bencao_as_3'],
  ['3 luzes', 'recado_7_3_luzes'],
  ['Straße', 'recado_7_trg_1a2b9f4c'],
  ['किताब घर', 'recado_7_trg_1a2b9f4c'],
])('derives the Home Assistant command for “%s”: %s', (name, command) => {
  expect(commandName({ ...trigger, deviceId: 'trg-1a2b9F4c', name })).toBe(command);
});
