import { expect, test } from 'vitest';

import { findingsCall, findingsKinds, findingsSnippets } from './findings-snippets.ts';

const call = findingsCall('https://go.example/', 7, 'Ab-_9');
const textsOf = (kind: (typeof findingsKinds)[number]) =>
  findingsSnippets[kind].map(({ name, text }) => [name, text(call)]);

test('creates a Home Assistant sensor and keeps the secret in a separate file', () => {
  expect(textsOf('homeAssistant')).toEqual([
    [
      'configuration.yaml',
      `rest:
  - resource: "https://go.example/prod/findings/7"
    headers:
      Authorization: !secret recado_7
    scan_interval: 300
    sensor:
      - name: recado_7
        unique_id: recado_7_findings
        value_template: "{{ value_json.state }}"
        json_attributes:
          - findings`,
    ],
    ['secrets.yaml', 'recado_7: "Bearer Ab-_9"'],
  ]);
});

test('puts the secret into the address for uptime tools, which may not send headers', () => {
  expect(textsOf('uptime')).toEqual([
    ['URL', 'https://go.example/prod/findings/7?token=Ab-_9'],
    ['Keyword', '"state":"well"'],
  ]);
});

test('uses a keyword for uptime tools that only a response without findings contains', () => {
  const [, keyword] = findingsSnippets.uptime.map(({ text }) => text(call));
  expect(JSON.stringify({ state: 'well', findings: [] })).toContain(keyword);
  expect(JSON.stringify({ state: 'unknown', findings: [] })).not.toContain(keyword);
});

test('creates a single line for a terminal', () => {
  expect(textsOf('curl')).toEqual([
    ['curl', 'curl -H "Authorization: Bearer Ab-_9" "https://go.example/prod/findings/7"'],
  ]);
});
