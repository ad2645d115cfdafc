import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { readStage } from '#infra/config.ts';
import { secretsPrefix, tableName } from '#infra/constructs/names.ts';

import { targetOf, targetWords } from './target.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function aDirectory(files: Record<string, string> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'place-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

const asked = async (options: Record<string, string | true>, files?: Record<string, string>) =>
  targetOf(
    {
      text: (name) => (typeof options[name] === 'string' ? options[name] : undefined),
      has: (name) => options[name] === true,
    },
    await aDirectory(files),
  );

const stack = {
  appUrl: 'http://127.0.0.1:3000',
  sandboxUrl: 'http://127.0.0.1:3100',
  dynamodbUrl: 'http://127.0.0.1:3200',
  tableName: 'recado',
};

test('derives table, secrets and settings from the stage', async () => {
  const place = await asked({ stage: 'prod' });
  expect(place).toMatchObject({ TABLE_NAME: tableName('prod'), DATA_REGION: 'us-east-1', settings: readStage('prod') });
  expect(place.SECRETS_PREFIX).toBe(secretsPrefix('prod'));
  expect(place.isLocal).toBe(false);
});

test.each<[Record<string, string | true>, string]>([
  [{ local: true }, '--local'],
  [{ stage: 'prod' }, '--stage prod'],
  [{ stage: 'prod', table: 'recado-prod-restored', yes: true }, '--stage prod --table recado-prod-restored'],
])('repeats the options %j as %s', (options: Record<string, string | true>, words) => {
  const text = (name: string) => (typeof options[name] === 'string' ? options[name] : undefined);
  expect(targetWords({ text, has: (name) => options[name] === true }).join(' ')).toBe(words);
});

test('prefers the options for table, region and endpoint to the stage', async () => {
  const options = { stage: 'prod', table: 'recado-prod-restored', region: 'eu-west-1', endpoint: 'http://127.0.0.1:1' };
  expect(await asked(options)).toMatchObject({
    TABLE_NAME: 'recado-prod-restored',
    DATA_REGION: 'eu-west-1',
    DYNAMODB_ENDPOINT: 'http://127.0.0.1:1',
    SECRETS_PREFIX: 'recado/prod/',
  });
});

test('reads the target on this machine from its files', async () => {
  const files = { 'stack.json': JSON.stringify(stack), 'secrets.json': '{"stripe":{}}' };
  expect(await asked({ local: true }, files)).toMatchObject({
    TABLE_NAME: 'recado',
    DYNAMODB_ENDPOINT: 'http://127.0.0.1:3200',
    SECRETS_JSON: '{"stripe":{}}',
    STRIPE_API_BASE: 'http://127.0.0.1:3100',
    isLocal: true,
  });
});

test.each([
  [{}, {}, 'Add --local'],
  [{ local: true }, {}, 'npm start first'],
  [{ local: true }, { 'stack.json': 'half a' }, 'npm start first'],
  [{ local: true, stage: 'prod' }, {}, 'not both'],
  [{ stage: 'prdo' }, {}, 'There is no stage "prdo"'],
  [{ stage: 'Prod/..' }, {}, 'There is no stage "Prod/.."'],
  [{ stage: '../stages/prod' }, {}, 'is not a stage name'],
  [{ table: 'recado', endpoint: 'here' }, {}, 'not a URL'],
] as [Record<string, string | true>, Record<string, string>, string][])(
  'rejects the target %j',
  async (options, files, words) => {
    await expect(asked(options, files)).rejects.toThrow(words);
  },
);
