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
  test('has the shape that the local table has', () => {
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

  test('is paid by use, encrypted, recoverable to any second and streams both images', () => {
    expect(table()?.Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      SSESpecification: { SSEEnabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
  });

  test('outlives its stack and refuses to be deleted', () => {
    expect(table()).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      Properties: { DeletionProtectionEnabled: true },
    });
  });
});

describe('secrets', () => {
  test('are found by the name that functions look for, and outlive their stack', () => {
    const names = secrets().map(({ Properties }) => Properties.Name);
    const all = ['alexa', 'amazon', 'canary', 'encryption', 'google', 'origin', 'stripe', 'whatsapp'];
    const wanted = all.map((name) => `recado/prod/${name}`);
    expect(new Set(names)).toEqual(new Set(wanted));
    for (const secret of secrets()) {
      expect(secret).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
    }
  });

  test('of two stages never share a name', () => {
    const others = resourcesOf(templatesOf(full).data, 'AWS::SecretsManager::Secret');
    const names = new Set(secrets().map(({ Properties }) => Properties.Name));
    expect(others.filter(({ Properties }) => names.has(Properties.Name))).toEqual([]);
  });

  test('that are ours are generated in a form that functions read at once', async () => {
    const read = readerOf(
      Object.fromEntries(secrets().map(({ Properties }) => [Properties.Name, created(Properties)])),
    );
    expect(await read.origin()).toEqual({ value: expect.stringMatching(/^\w{43}$/) });
    expect(await read.encryption()).toEqual({ current: 'k1', keys: { k1: expect.stringMatching(/^\w{43}$/) } });
  });

  test('that a person brings are empty at first, and functions do without', async () => {
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

/** What Secrets Manager holds after the first deployment. */
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
