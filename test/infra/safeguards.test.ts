import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';

import { appOf, allOf, bothStages, full, minimal, resourcesOf, templatesOf } from './synthesised.ts';

/** Data that could not be recreated with the same name or content. */
const precious = [
  'AWS::DynamoDB::Table',
  'AWS::SecretsManager::Secret',
  'AWS::S3::Bucket',
  'AWS::CloudFront::Distribution',
  'AWS::RDS::DBInstance',
  'AWS::EC2::EIP',
];

/** The fixed name of a resource of the types above, if this app sets one. */
const nameOf = ({ TableName, Name, BucketName, DBInstanceIdentifier }: Record<string, unknown>): unknown =>
  TableName ?? Name ?? BucketName ?? DBInstanceIdentifier;

describe.each(bothStages)('safeguards with %s', (_name, config) => {
  const templates = allOf(templatesOf(config));
  const all = (type: string) => templates.flatMap((template) => resourcesOf(template, type));

  test('keeps stateful resources when their stack is deleted or would replace them', () => {
    // Both derive from other secrets: the database's address from its password, a gateway's hash from its key.
    const derived = /-database-url$|\/gateway-key-/;
    const found = precious.flatMap(all).filter(({ Properties }) => !derived.test(String(Properties.Name)));
    expect(found.length).toBeGreaterThan(8);
    expect(found.filter(({ DeletionPolicy }) => !String(DeletionPolicy).startsWith('Retain'))).toEqual([]);
    expect(found.filter(({ UpdateReplacePolicy }) => UpdateReplacePolicy !== 'Retain')).toEqual([]);
  });

  test('removes resources with a fixed name when the first creation of their stack fails', () => {
    const named = precious.flatMap(all).filter(({ Properties }) => nameOf(Properties) !== undefined);
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter(({ DeletionPolicy }) => DeletionPolicy === 'Retain')).toEqual([]);
  });

  test('protects nothing in the first deployment, so that it can be repeated', () => {
    const { stacks } = appOf(config, undefined, true);
    const made = Object.values(stacks).flatMap((stack) => stack ?? []);
    expect(made.filter(({ terminationProtection }) => terminationProtection)).toEqual([]);
    const firstTemplates = made.map((stack) => Template.fromStack(stack));
    const held = ['AWS::DynamoDB::Table', 'AWS::RDS::DBInstance'].flatMap((type) =>
      firstTemplates.flatMap((template) => resourcesOf(template, type)),
    );
    expect(held.length).toBeGreaterThan(0);
    expect(
      held.filter(({ Properties }) => Properties.DeletionProtectionEnabled ?? Properties.DeletionProtection),
    ).toEqual([]);
  });

  test('requires removing the protection before resources with data can be deleted', () => {
    const held = [...all('AWS::DynamoDB::Table'), ...all('AWS::RDS::DBInstance')];
    expect(
      held.map(({ Properties }) => Properties.DeletionProtectionEnabled ?? Properties.DeletionProtection),
    ).not.toContain(false);
    const { data, edge, messaging, backup, backupCopies, ...others } = appOf(config).stacks;
    const isProtected = (stack: { terminationProtection?: boolean | undefined }) => stack.terminationProtection;
    expect([data, edge, messaging, backup, backupCopies].every((stack) => !stack || isProtected(stack))).toBe(true);
    expect(
      Object.values(others)
        .flatMap((stack) => stack ?? [])
        .some(isProtected),
    ).toBe(false);
  });

  test('tags everything that costs money with product and stage', () => {
    const wanted = { product: 'Recado', stage: config.name };
    const untagged = [
      'AWS::Lambda::Function',
      'AWS::Logs::LogGroup',
      'AWS::ECS::Service',
      'AWS::SQS::Queue',
      ...precious,
    ]
      .flatMap(all)
      .filter(({ Properties }) => {
        const tags: { Key: string; Value: string }[] = Properties.Tags ?? [];
        return Object.entries(wanted).some(
          ([key, value]) => !tags.some(({ Key, Value }) => Key === key && Value === value),
        );
      });
    expect(untagged).toEqual([]);
  });

  test('places everything in us-east-1, except the copies of skill and backups and their alarms', () => {
    const stacks = Object.entries(appOf(config).stacks).flatMap(([name, stack]) =>
      stack ? [[name, stack.region]] : [],
    );
    const elsewhere = stacks.filter(([, region]) => region !== 'us-east-1');
    const backups = config.backupCopies ? [['backupCopies', config.backupCopies.region]] : [];
    const copies = [
      ['skillEurope', 'eu-west-1'],
      ['observabilityEurope', 'eu-west-1'],
    ];
    expect(elsewhere).toEqual([...backups, ...(config.skillInEurope ? copies : [])]);
  });
});

describe('reserved concurrency', () => {
  const reserved = (config: typeof full) => {
    const { api, skill } = templatesOf(config);
    const lambdas = [api, ...(skill ? [skill] : [])].flatMap((template) =>
      resourcesOf(template, 'AWS::Lambda::Function'),
    );
    const own = lambdas.filter(({ Properties }) => Properties.ReservedConcurrentExecutions !== undefined);
    return own.map(({ Properties }) => [Properties.FunctionName, Properties.ReservedConcurrentExecutions]);
  };

  test('reserves nothing by default, because a new account has only ten executions in total', () => {
    expect(reserved(minimal)).toEqual([]);
  });

  test('reserves concurrency for the configured functions', () => {
    expect(reserved(full)).toEqual([['recado-full-webhook', full.reservedConcurrency?.webhook]]);
  });
});
