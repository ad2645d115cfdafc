import { findingsAddress } from '../findings-address.ts';
import { secretName, secretsYaml } from './home-assistant.ts';
import { shellWord, textLiteral } from './quote.ts';
import { authorizationOf } from './webhook-call.ts';

/** The URL does not contain the secret. */
export type FindingsCall = { url: string; token: string; workspaceId: number };

/** In the order of the tabs. */
export const findingsKinds = ['homeAssistant', 'uptime', 'curl'] as const;

type FindingsKind = (typeof findingsKinds)[number];

type Part = { readonly name: string; readonly text: (call: FindingsCall) => string };

export const findingsCall = (host: string, workspaceId: number, token: string): FindingsCall => ({
  url: findingsAddress(host, workspaceId),
  token,
  workspaceId,
});

export const findingsSnippets: Readonly<Record<FindingsKind, readonly [Part, ...Part[]]>> = {
  homeAssistant: [
    { name: 'configuration.yaml', text: restSensor },
    { name: 'secrets.yaml', text: secretsYaml },
  ],
  // Many uptime tools cannot send headers.
  uptime: [
    { name: 'URL', text: ({ url, token }) => `${url}?token=${encodeURIComponent(token)}` },
    { name: 'Keyword', text: () => '"state":"well"' },
  ],
  curl: [{ name: 'curl', text: curl }],
};

/** Home Assistant itself uses `unknown` for an unknown state. */
function restSensor(call: FindingsCall): string {
  const id = secretName(call);
  return [
    'rest:',
    `  - resource: ${textLiteral(call.url)}`,
    '    headers:',
    `      Authorization: !secret ${id}`,
    '    scan_interval: 300',
    '    sensor:',
    `      - name: ${id}`,
    `        unique_id: ${id}_findings`,
    '        value_template: "{{ value_json.state }}"',
    '        json_attributes:',
    '          - findings',
  ].join('\n');
}

function curl(call: FindingsCall): string {
  return `curl -H ${shellWord(`Authorization: ${authorizationOf(call)}`)} ${shellWord(call.url)}`;
}
