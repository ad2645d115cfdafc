import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';

import { appOf, allOf, bothStages, full, minimal, resourcesOf, templatesOf } from './synthesised.ts';

/** Data that could not be created again with the same name or content. */
const precious = [
  'AWS::DynamoDB::Table',
  'AWS::SecretsManager::Secret',
  'AWS::S3::Bucket',
  'AWS::CloudFront::Distribution',
  'AWS::RDS::DBInstance',
  'AWS::EC2::EIP',
];

/** Of the types above, as far as this app names them. */
const nameOf = ({ TableName, Name, BucketName, DBInstanceIdentifier }: Record<string, unknown>): unknown =>
  TableName ?? Name ?? BucketName ?? DBInstanceIdentifier;

describe.each(bothStages)('with %s', (_name, config) => {
  const templates = allOf(templatesOf(config));
  const all = (type: string) => templates.flatMap((template) => resourcesOf(template, type));

  test('stateful resources are kept when their stack is deleted or would replace them', () => {
    // Each deployment writes the database address with its password again.
    const found = precious.flatMap(all).filter(({ Properties }) => !String(Properties.Name).endsWith('-database-url'));
    expect(found.length).toBeGreaterThan(8);
    expect(found.filter(({ DeletionPolicy }) => !String(DeletionPolicy).startsWith('Retain'))).toEqual([]);
    expect(found.filter(({ UpdateReplacePolicy }) => UpdateReplacePolicy !== 'Retain')).toEqual([]);
  });

  test('resources with a fixed name are removed when the first creation of their stack fails', () => {
    const named = precious.flatMap(all).filter(({ Properties }) => nameOf(Properties) !== undefined);
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter(({ DeletionPolicy }) => DeletionPolicy === 'Retain')).toEqual([]);
  });

  test('nothing is protected in the first deployment, so that it can be repeated', () => {
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

  test('resources with data can be deleted only after their protection is removed', () => {
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

  test('everything that costs something says whose it is, for the bill', () => {
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

  test('everything is in us-east-1, but for the copy of the skill and its alarm, and copies of backups', () => {
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

describe('copies of functions', () => {
  const reserved = (config: typeof full) => {
    const { api, skill } = templatesOf(config);
    const lambdas = [api, ...(skill ? [skill] : [])].flatMap((template) =>
      resourcesOf(template, 'AWS::Lambda::Function'),
    );
    const own = lambdas.filter(({ Properties }) => Properties.ReservedConcurrentExecutions !== undefined);
    return own.map(({ Properties }) => [Properties.FunctionName, Properties.ReservedConcurrentExecutions]);
  };

  test('are reserved for none unless a stage says so: a new account has ten for all', () => {
    expect(reserved(minimal)).toEqual([]);
  });

  test('are reserved for the functions that a stage names, as many as it says', () => {
    expect(reserved(full)).toEqual([['recado-full-webhook', full.reservedConcurrency?.webhook]]);
  });
});
