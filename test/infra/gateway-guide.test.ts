import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { parseStage } from '#infra/config.ts';
import { environmentOf } from '#infra/constructs/whatsapp-gateway/gateway-container.ts';
import { readJsonc } from '#infra/read-jsonc.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const guide = read('docs/whatsapp-gateway.md');

const block = (language: string): string => guide.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';

const { whatsapp } = parseStage('prod', readJsonc(`{${block('jsonc')}}`));

test('uses valid stage settings for a gateway that runs elsewhere', () => {
  expect(whatsapp?.shards).toEqual([{ id: 'home', url: 'https://gateway.example.com', capacity: 10 }]);
  expect(whatsapp?.hosting).toBeUndefined();
});

test('starts the gateway with the settings of hosted gateways, as the shard of its stage', () => {
  const given = [...block('yaml').matchAll(/^ {6}([A-Z_]+): '(.*)'$/gm)].map(([, name, value]) => [name, value]);
  expect(Object.fromEntries(given)).toEqual(environmentOf(whatsapp?.shards[0]?.id ?? ''));
});

test.each(['README.md', 'infra/README.md', 'infra/stages/example.jsonc', 'RUNBOOK.md'])(
  'links the guide from %s',
  (file) => {
    expect(read(file)).toContain('docs/whatsapp-gateway.md');
  },
);
