import { describe, expect, test } from 'vitest';

import { readConfig } from '#functions/platform/config.ts';
import { parseStage } from '#infra/config.ts';
import { functions } from '#infra/functions.ts';

import { appOf, full, lambdasOf, minimal, resourcesOf, templatesOf } from './synthesised.ts';

const americas = parseStage('west', { skillId: full.skillId });

const copies = [
  ['in the Americas', () => templatesOf(full).skill],
  ['in Europe', () => templatesOf(full).skillEurope],
] as const;

const resources = (type: string, of: (typeof copies)[number][1]) => {
  const template = of();
  return template ? resourcesOf(template, type).map(({ Properties }) => Properties) : [];
};
const lambdas = (of: (typeof copies)[number][1]) => {
  const template = of();
  return template ? lambdasOf(template).map(({ Properties }) => Properties) : [];
};
const row = functions.find(({ source }) => source === 'alexa');

test('creates the skill stack only with a skill id and its copy in Europe only if configured', () => {
  const stacksOf = (config: typeof full) => {
    const { skill, skillEurope, observabilityEurope } = appOf(config).stacks;
    return [skill, skillEurope, observabilityEurope].map((stack) => stack?.region);
  };
  expect(stacksOf(minimal)).toEqual([undefined, undefined, undefined]);
  expect(stacksOf(americas)).toEqual(['us-east-1', undefined, undefined]);
  expect(stacksOf(full)).toEqual(['us-east-1', 'eu-west-1', 'eu-west-1']);
});

const isFor =
  (name: string) =>
  (made: { FunctionName: unknown }): boolean =>
    JSON.stringify(made.FunctionName).includes(name);

describe.each(copies)('the skill %s', (_place, of) => {
  test('allows only Alexa to call the function, only for this skill, and creates no URL', () => {
    expect(resources('AWS::Lambda::Permission', of).filter(isFor('alexaskill'))).toEqual([
      {
        Action: 'lambda:InvokeFunction',
        FunctionName: { Ref: expect.stringMatching(/^FunctionalexaskillLive/) },
        Principal: 'alexa-connectedhome.amazon.com',
        EventSourceToken: full.skillId,
      },
    ]);
    expect(resources('AWS::Lambda::Url', of)).toEqual([]);
  });

  test("runs as one function that answers within Alexa's timeout of eight seconds", () => {
    expect(lambdas(of).filter(isFor('alexa-skill'))).toEqual([
      expect.objectContaining({ FunctionName: 'recado-full-alexa-skill', Timeout: 8, Architectures: ['arm64'] }),
    ]);
  });

  test("configures the skill page for the function's mails", () => {
    const [lambda] = lambdas(of);
    expect(lambda?.Environment.Variables).toHaveProperty('ALEXA_SKILL_PAGE', full.skillPage);
  });

  test('outputs the address of the function to register in the skill', () => {
    const [arn] = Object.values(of()?.findOutputs('SkillFunctionArn') ?? {});
    expect(arn?.['Value']).toEqual({ Ref: expect.stringMatching(/^Function(?:alexaskill|skillevents)Live/) });
  });
});

describe('skill events', () => {
  const [, inAmerica] = copies[0];

  test('allows only Alexa to call the separate event function, only for this skill', () => {
    expect(resources('AWS::Lambda::Permission', inAmerica).filter(isFor('skillevents'))).toEqual([
      {
        Action: 'lambda:InvokeFunction',
        FunctionName: { Ref: expect.stringMatching(/^FunctionskilleventsLive/) },
        Principal: 'alexa-appkit.amazon.com',
        EventSourceToken: full.skillId,
      },
    ]);
    const [arn] = Object.values(inAmerica()?.findOutputs('SkillEventsFunctionArn') ?? {});
    expect(arn?.['Value']).toEqual({ Ref: expect.stringMatching(/^Function(?:alexaskill|skillevents)Live/) });
  });

  test('creates no event function in Europe', () => {
    expect(lambdas(copies[1][1]).filter(isFor('skill-events'))).toEqual([]);
    expect(copies[1][1]()?.findOutputs('SkillEventsFunctionArn')).toEqual({});
  });
});

describe('the copy in Europe', () => {
  const settings = () => {
    const [lambda] = lambdas(copies[1][1]);
    return readConfig({ ...lambda.Environment.Variables, AWS_REGION: 'eu-west-1' });
  };

  test('stores its region with the grants it receives and uses the table and secrets of the main region', () => {
    expect(settings()).toMatchObject({
      ALEXA_REGION: 'EU',
      DATA_REGION: 'us-east-1',
      TABLE_NAME: templatesOf(full).data.findResources('AWS::DynamoDB::Table')[tableId()]?.Properties.TableName,
      SECRETS_PREFIX: 'recado/full/',
      APP_URL: 'https://recado.example.com',
    });
  });

  test('gives the copy in Europe the same other settings as the main function', () => {
    const [american] = lambdas(copies[0][1]);
    const [european] = lambdas(copies[1][1]);
    const { ALEXA_REGION, DATA_REGION, TABLE_NAME, ...others } = european.Environment.Variables;
    expect({ ...american.Environment.Variables, TABLE_NAME }).toEqual({ ...others, TABLE_NAME });
    expect({ ALEXA_REGION, DATA_REGION }).toEqual({ ALEXA_REGION: 'EU', DATA_REGION: 'us-east-1' });
  });

  test('grants the actions of its row on the table and secrets of the main region', () => {
    const [role] = resources('AWS::IAM::Role', copies[1][1]);
    type Statement = { Sid: string; Action: string | string[]; Resource: unknown };
    const statements: Statement[] = role.Policies[0].PolicyDocument.Statement;
    const allowed = Object.fromEntries(
      statements.map(({ Sid, Action, Resource }) => [Sid, { actions: [Action].flat(), on: arns(Resource) }]),
    );
    const ourAccount = `us-east-1:${full.account}`;
    expect(allowed).toEqual({
      Tracing: { actions: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], on: ['*'] },
      Log: { actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], on: [expect.stringContaining('Logs')] },
      Table: {
        actions: row?.table.map((action) => `dynamodb:${action}`).toSorted(),
        on: [`arn:aws:dynamodb:${ourAccount}:table/recado-full-table`],
      },
      Secrets: {
        actions: ['secretsmanager:GetSecretValue'],
        on: row?.secrets
          .toSorted()
          .map((name) => `arn:aws:secretsmanager:${ourAccount}:secret:recado/full/${name}-??????`),
      },
      SecretsTogether: { actions: ['secretsmanager:BatchGetSecretValue'], on: ['*'] },
    });
    const others = resources('AWS::IAM::Policy', copies[1][1]).filter(({ Roles }) => !/Rollout/.test(Roles[0].Ref));
    expect([role.ManagedPolicyArns, others]).toEqual([undefined, []]);
  });

  test('creates its alarm in its own region and no second budget', () => {
    const { observability, observabilityEurope } = templatesOf(full);
    const alarms = observabilityEurope ? resourcesOf(observabilityEurope, 'AWS::CloudWatch::Alarm') : [];
    expect(alarms.map(({ Properties }) => Properties.AlarmName)).toEqual(['recado-full-alexa-skill-fails']);
    expect(observabilityEurope?.findResources('AWS::Budgets::Budget')).toEqual({});
    expect(resourcesOf(observability, 'AWS::Budgets::Budget')).toHaveLength(1);
    const [subscription] = resourcesOf(observabilityEurope ?? observability, 'AWS::SNS::Subscription');
    expect(subscription?.Properties.Endpoint).toBe(full.alarmEmail);
  });
});

const tableId = (): string => Object.keys(templatesOf(full).data.findResources('AWS::DynamoDB::Table'))[0] ?? '';

/** Converts references to text. */
const arns = (resource: unknown): string[] =>
  [resource].flat().map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
