import { describe, expect, test } from 'vitest';

import { parseStage } from '#infra/config.ts';

import { allOf, bothStages, full, resourcesOf, synthesised, templatesOf } from './synthesised.ts';

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value ?? ''));

/** More gateways than any stage has, to check what grows with their number. */
const { name: _full, whatsapp, ...others } = full;
const crowded = parseStage('crowd', {
  ...others,
  whatsapp: {
    shards: Array.from({ length: 12 }, (_none, index) => ({ id: `shard-${index + 1}`, task: {}, capacity: 25 })),
    hosting: { image: whatsapp?.hosting?.image },
  },
});

const stages = [...bothStages, ['twelve gateways of ours', crowded] as const];

describe.each(stages)('limits of AWS with %s', (_name, config) => {
  const templates = allOf(config === crowded ? synthesised(config) : templatesOf(config));
  const all = (type: string) => templates.flatMap((template) => resourcesOf(template, type));

  // https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
  test('keeps templates well below the limits of CloudFormation', () => {
    for (const template of templates.map((each) => each.toJSON())) {
      const { Resources, Outputs = {}, Parameters = {} } = template;
      // The limits are 500, 200, 200, 1 MB, and 60 dynamic references.
      expect(Object.keys(Resources).length).toBeLessThan(400);
      expect(Object.keys(Outputs).length).toBeLessThan(160);
      expect(Object.keys(Parameters).length).toBeLessThan(160);
      expect(bytes(template)).toBeLessThan(800_000);
      expect(JSON.stringify(template).split('{{resolve:').length - 1).toBeLessThan(48);
      // The limits are 255 characters for a name and 1024 for a description.
      for (const { Description = '' } of Object.values<{ Description?: string }>(Outputs)) {
        expect(Description.length).toBeLessThan(1024);
      }
    }
  });

  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
  test('keeps policies below the limits of IAM and other services', () => {
    type Policy = { PolicyDocument: unknown };
    for (const { Properties } of all('AWS::IAM::Role')) {
      const inline: Policy[] = Properties.Policies ?? [];
      // References expand to ARNs of at most twice their length.
      expect(bytes(inline.map(({ PolicyDocument }) => PolicyDocument))).toBeLessThan(10_240 / 2);
      expect(bytes(Properties.AssumeRolePolicyDocument)).toBeLessThan(2_048);
      expect((Properties.ManagedPolicyArns ?? []).length).toBeLessThanOrEqual(10);
    }
    for (const { Properties } of all('AWS::IAM::Policy'))
      expect(bytes(Properties.PolicyDocument)).toBeLessThan(10_240 / 2);
    for (const { Properties } of all('AWS::S3::BucketPolicy'))
      expect(bytes(Properties.PolicyDocument)).toBeLessThan(20_480 / 2);
    const queues = [...all('AWS::SQS::QueuePolicy'), ...all('AWS::SNS::TopicPolicy')];
    for (const { Properties } of queues) expect(bytes(Properties.PolicyDocument)).toBeLessThan(30_000);
  });

  // https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
  test("keeps the environment variables of a function below Lambda's limit of 4 kB", () => {
    for (const { Properties } of all('AWS::Lambda::Function')) {
      expect(bytes(Properties.Environment?.Variables)).toBeLessThan(4_096);
    }
  });

  test('keeps names below the limit of each service', () => {
    const longest = (type: string, name: string) =>
      Math.max(0, ...all(type).map(({ Properties }) => String(Properties[name] ?? '').length));
    expect(longest('AWS::Lambda::Function', 'FunctionName')).toBeLessThanOrEqual(64);
    expect(longest('AWS::IAM::Role', 'RoleName')).toBeLessThanOrEqual(64);
    expect(longest('AWS::RDS::DBInstance', 'DBInstanceIdentifier')).toBeLessThanOrEqual(63);
    expect(longest('AWS::SQS::Queue', 'QueueName')).toBeLessThanOrEqual(80);
    expect(longest('AWS::ApiGatewayV2::Api', 'Name')).toBeLessThanOrEqual(128);
  });
});
