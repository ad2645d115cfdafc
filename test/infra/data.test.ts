import { beforeAll, describe, expect, test } from 'vitest';

import { tableShape } from '#functions/data/table-shape.ts';
import { createSecrets } from '#functions/platform/secrets/secrets.ts';

import { full, minimal, resourcesOf, templatesOf, type Templates } from './synthesised.ts';

let templates: Templates;
beforeAll(() => {
  templates = templatesOf(minimal);
});

const table = () => resourcesOf(templates.data, 'AWS::DynamoDB::Table')[0];
const secrets = () => resourcesOf(templates.data, 'AWS::SecretsManager::Secret');

describe('the table', () => {
  test('gives the table the same keys and index as the local table', () => {
    const keys = (partition: string, sort: string) => [
      { AttributeName: partition, KeyType: 'HASH' },
      { AttributeName: sort, KeyType: 'RANGE' },
    ];
    const { partitionKey, sortKey, ttl, dueIndex } = tableShape;
    expect(table()?.Properties).toMatchObject({
      KeySchema: keys(partitionKey, sortKey),
      TimeToLiveSpecification: { AttributeName: ttl, Enabled: true },
      AttributeDefinitions: [partitionKey, sortKey, dueIndex.partitionKey, dueIndex.sortKey].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      GlobalSecondaryIndexes: [
        {
          IndexName: dueIndex.name,
          KeySchema: keys(dueIndex.partitionKey, dueIndex.sortKey),
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    });
  });

  test(
    'configures the table with on-demand billing, encryption, point-in-time recovery and a stream with both images',
    { tags: 'threat-table-read' },
    () => {
      expect(table()?.Properties).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        SSESpecification: { SSEEnabled: true },
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      });
    },
  );

  test('protects the table against deletion and keeps it when its stack is deleted', () => {
    expect(table()).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      Properties: { DeletionProtectionEnabled: true },
    });
  });
});

describe('secrets', () => {
  test('creates secrets under the names that functions read, and keeps them after their stack is deleted', () => {
    const names = secrets().map(({ Properties }) => Properties.Name);
    const all = ['alexa', 'amazon', 'canary', 'encryption', 'google', 'origin', 'stripe', 'whatsapp'];
    const wanted = all.map((name) => `recado/prod/${name}`);
    expect(new Set(names)).toEqual(new Set(wanted));
    for (const secret of secrets()) {
      expect(secret).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
    }
  });

  test('never gives secrets of two stages the same name', () => {
    const others = resourcesOf(templatesOf(full).data, 'AWS::SecretsManager::Secret');
    const names = new Set(secrets().map(({ Properties }) => Properties.Name));
    expect(others.filter(({ Properties }) => names.has(Properties.Name))).toEqual([]);
  });

  test('generates our own secrets in the format that functions read', async () => {
    const read = readerOf(
      Object.fromEntries(secrets().map(({ Properties }) => [Properties.Name, created(Properties)])),
    );
    expect(await read.origin()).toEqual({ value: expect.stringMatching(/^\w{43}$/) });
    expect(await read.encryption()).toEqual({ current: 'k1', keys: { k1: expect.stringMatching(/^\w{43}$/) } });
  });

  test('leaves secrets from other companies empty at first, which functions tolerate', async () => {
    const read = readerOf(
      Object.fromEntries(secrets().map(({ Properties }) => [Properties.Name, created(Properties)])),
    );
    expect([await read.amazon(), await read.alexa(), await read.google()]).toEqual([undefined, undefined, undefined]);
  });
});

type SecretProperties = {
  SecretString?: string;
  GenerateSecretString?: { SecretStringTemplate: string; GenerateStringKey: string; PasswordLength: number };
};

/** The content of the secret after the first deployment. */
function created({ SecretString, GenerateSecretString }: SecretProperties): string {
  if (!GenerateSecretString) return SecretString ?? '';
  const { SecretStringTemplate, GenerateStringKey, PasswordLength } = GenerateSecretString;
  return JSON.stringify({ ...JSON.parse(SecretStringTemplate), [GenerateStringKey]: 'a'.repeat(PasswordLength) });
}

const readerOf = (held: Readonly<Record<string, string>>) =>
  createSecrets({
    read: (name) => Promise.resolve(held[`recado/prod/${name}`]),
    log: (event) => expect.unreachable(event),
    now: () => new Date('2026-11-20T12:00:00Z'),
  });
