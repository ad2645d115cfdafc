import { arduino } from './arduino.ts';
import { n8nNode, nodeRedFlow } from './flows.ts';
import { configurationYaml, secretsYaml } from './home-assistant.ts';
import { shellWord, textLiteral } from './quote.ts';
import type { SnippetKind } from './snippet-kinds.ts';
import { authorizationOf, type WebhookCall } from './webhook-call.ts';

/** Names are not translated. */
type Part = { readonly name: string; readonly text: (call: WebhookCall) => string };

const fields: readonly [Part, ...Part[]] = [
  { name: 'URL', text: ({ url }) => url },
  { name: 'Authorization', text: authorizationOf },
];

/** No `Idempotency-Key`: a fixed key would turn further runs of the day into repetitions of the first. */
export const snippets: Readonly<Record<SnippetKind, readonly [Part, ...Part[]]>> = {
  curl: [{ name: 'curl', text: curl }],
  javascript: [{ name: 'JavaScript', text: javascript }],
  python: [{ name: 'Python', text: python }],
  homeAssistant: [
    { name: 'configuration.yaml', text: configurationYaml },
    { name: 'secrets.yaml', text: secretsYaml },
  ],
  shortcuts: fields,
  httpShortcuts: fields,
  tasker: [
    { name: 'URL', text: ({ url }) => url },
    // https://tasker.joaoapps.com/userguide/en/help/ah_http_request.html: no space after the colon.
    { name: 'Headers', text: (call) => `Authorization:${authorizationOf(call)}` },
  ],
  n8n: [{ name: 'n8n', text: n8nNode }],
  nodeRed: [{ name: 'Node-RED', text: nodeRedFlow }],
  esp32: [{ name: 'Arduino', text: arduino }],
};

/** On one line, because shells differ in line continuations. */
function curl(call: WebhookCall): string {
  return `curl -X POST -H ${shellWord(`Authorization: ${authorizationOf(call)}`)} ${shellWord(call.url)}`;
}

function javascript(call: WebhookCall): string {
  return [
    `const response = await fetch(${textLiteral(call.url)}, {`,
    '  method: "POST",',
    `  headers: { Authorization: ${textLiteral(authorizationOf(call))} },`,
    '});',
    'console.log(response.status, await response.json());',
  ].join('\n');
}

/** Uses only the standard library; `urlopen` raises on error responses. */
function python(call: WebhookCall): string {
  return [
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    ${textLiteral(call.url)},`,
    '    method="POST",',
    `    headers={"Authorization": ${textLiteral(authorizationOf(call))}},`,
    ')',
    'with urlopen(request, timeout=30) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n');
}
