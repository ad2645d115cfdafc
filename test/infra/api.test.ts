import { Duration } from 'aws-cdk-lib';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { beforeAll, describe, expect, test } from 'vitest';

import { streamFilters } from '#functions/data/stream-filters.ts';
import { readConfig } from '#functions/platform/config.ts';
import { parseStage } from '#infra/config.ts';
import { deployedFunctions } from '#infra/deployed-functions.ts';
import { functions, isInvokedByAlexa } from '#infra/functions.ts';
import { routeKeysOf } from '#shared/contracts/endpoint.ts';

import { full, lambdaOf, minimal, resourcesOf, templatesOf, type Templates } from './synthesised.ts';

let templates: Templates;
let fullTemplates: Templates;
beforeAll(() => {
  templates = templatesOf(minimal);
  fullTemplates = templatesOf(full);
});

const keysOf = (row: (typeof functions)[number]): string[] =>
  (row.contracts ?? []).flatMap((contract) => Object.values(contract)).flatMap(routeKeysOf);

describe('routes', () => {
  test('routes exactly the endpoints of the contracts to the functions of their rows', () => {
    const integrations = templates.api.findResources('AWS::ApiGatewayV2::Integration');
    const lambdas = templates.api.findResources('AWS::Lambda::Function');
    const aliases = templates.api.findResources('AWS::Lambda::Alias');
    const routed = resourcesOf(templates.api, 'AWS::ApiGatewayV2::Route').map(({ Properties }) => {
      const integration = integrations[Properties.Target['Fn::Join'][1][1].Ref];
      const lambda = lambdas[aliases[integration?.Properties.IntegrationUri.Ref]?.Properties.FunctionName.Ref];
      return `${lambda?.Properties.FunctionName}: ${Properties.RouteKey}`;
    });
    const declared = functions.flatMap((row) => keysOf(row).map((routeKey) => `recado-prod-${row.name}: ${routeKey}`));
    expect(routed.toSorted()).toEqual(declared.toSorted());
    expect(declared.length).toBeGreaterThan(20);
  });

  test('creates one integration per function, in the payload format that functions parse', () => {
    const integrations = resourcesOf(templates.api, 'AWS::ApiGatewayV2::Integration');
    expect(integrations).toHaveLength(functions.filter(({ contracts }) => contracts).length);
    for (const { Properties } of integrations) {
      expect(Properties).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' });
    }
  });
});

describe('the API stage', () => {
  const stage = () => resourcesOf(templates.api, 'AWS::ApiGatewayV2::Stage')[0];

  test('names the API stage prod in every environment, because webhook addresses contain it', () => {
    expect(stage()?.Properties).toMatchObject({ StageName: 'prod', AutoDeploy: true });
    expect(resourcesOf(fullTemplates.api, 'AWS::ApiGatewayV2::Stage')[0]?.Properties.StageName).toBe('prod');
  });

  test('limits every route, with the numbers of its row if it has any', { tags: 'threat-flood' }, () => {
    const limited = functions.flatMap((row) =>
      keysOf(row).flatMap((key) => (row.throttle ? [[key, row.throttle]] : [])),
    );
    const settings: [string, { ThrottlingRateLimit: number; ThrottlingBurstLimit: number }][] = Object.entries(
      stage()?.Properties.RouteSettings,
    );
    expect(
      settings.map(([key, limits]) => [key, { rate: limits.ThrottlingRateLimit, burst: limits.ThrottlingBurstLimit }]),
    ).toEqual(limited);
    expect(stage()?.Properties.DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 });
  });

  test('creates the stage after its routes, because API Gateway rejects limits for missing routes', () => {
    expect(stage()?.DependsOn).toEqual(
      expect.arrayContaining(Object.keys(templates.api.findResources('AWS::ApiGatewayV2::Route'))),
    );
  });
});

describe.each(functions)('the function $name', (row) => {
  const isExtra = isInvokedByAlexa(row) || row.onlyWith !== undefined;
  const found = () => lambdaOf(isExtra ? fullTemplates : templates, row.name, stageOf());
  const stageOf = () => (isExtra ? 'full' : 'prod');

  test('deploys $name on the runtime of the tests, with the limits of its row', () => {
    expect(found()?.Properties).toMatchObject({
      Runtime: `nodejs${process.versions.node.split('.')[0]}.x`,
      Architectures: ['arm64'],
      Timeout: row.seconds,
      MemorySize: row.megabytes,
    });
  });

  test('provides $name with every setting that it reads', () => {
    const variables: Record<string, unknown> = found()?.Properties.Environment.Variables;
    const deployed = Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, typeof value === 'string' ? value : known(name)]),
    );
    const { APP_URL, WEBHOOK_URL, STAGE, SECRETS_PREFIX, ALEXA_EVENT_GATEWAY_URL_EU } = readConfig(deployed);
    expect({ WEBHOOK_URL, STAGE, SECRETS_PREFIX, ALEXA_EVENT_GATEWAY_URL_EU }).toEqual({
      WEBHOOK_URL: APP_URL,
      STAGE: 'prod',
      SECRETS_PREFIX: `recado/${stageOf()}/`,
      ALEXA_EVENT_GATEWAY_URL_EU: 'https://api.eu.amazonalexa.com/v3/events',
    });
  });

  test('passes neither unused settings nor secrets to $name', () => {
    const names = Object.keys(found()?.Properties.Environment.Variables);
    const base = { TABLE_NAME: 'table', APP_URL: 'https://a.example', WEBHOOK_URL: 'https://a.example' };
    const shards = '[{"id":"a","url":"https://b.example"}]';
    const samples = [
      'https://b.example',
      '1',
      '7',
      'EU',
      'contact-sensor',
      'other',
      'live',
      'development',
      full.skillId ?? '',
      shards,
    ];
    const isRead = (name: string) => samples.some((sample) => changes(base, name, sample));
    expect(names.filter((name) => !isRead(name))).toEqual([]);
    expect(names.filter((name) => /JSON|KEY|PASSWORD|TOKEN$/.test(name))).toEqual([]);
  });
});

test('passes the skill settings to every function only if the stage enables the skill', () => {
  const settingsOf = (found: ReturnType<typeof lambdaOf>): unknown => found?.Properties.Environment.Variables;
  expect(settingsOf(lambdaOf(templates, 'auth', 'prod'))).not.toHaveProperty('ALEXA_SKILL_ID');
  for (const name of ['auth', 'webhook']) {
    expect(settingsOf(lambdaOf(fullTemplates, name, 'full'))).toMatchObject({
      ALEXA_SKILL_ID: full.skillId,
      ALEXA_SKILL_STAGE: 'development',
      ALEXA_COMPARES_ACCOUNTS: '1',
      ALEXA_API_URL_FE: 'https://api.fe.amazonalexa.com',
    });
  }
});

test('passes to the public status function whether WhatsApp exists, but not its gateways', () => {
  const reported = [lambdaOf(templates, 'status', 'prod'), lambdaOf(fullTemplates, 'status', 'full')].map(
    (found): Record<string, unknown> => found?.Properties.Environment.Variables,
  );
  expect(reported.map(({ HAS_WHATSAPP, WHATSAPP_SHARDS }) => [HAS_WHATSAPP, WHATSAPP_SHARDS])).toEqual([
    [undefined, undefined],
    ['1', undefined],
  ]);
});

function changes(base: Record<string, string>, name: string, value: string): boolean {
  try {
    return JSON.stringify(readConfig({ ...base, [name]: value })) !== JSON.stringify(readConfig(base));
  } catch {
    return false;
  }
}

const known = (name: string): string => (name === 'TABLE_NAME' ? 'recado-prod-table' : 'https://d1234.cloudfront.net');

describe('background work', () => {
  const mapping = () => resourcesOf(templates.api, 'AWS::Lambda::EventSourceMapping')[0];

  test('wakes background work by the same table changes as the local product', () => {
    const patterns: { Pattern: string }[] = mapping()?.Properties.FilterCriteria.Filters;
    expect(patterns.map(({ Pattern }) => JSON.parse(Pattern))).toEqual(Object.values(streamFilters));
    expect(resourcesOf(templates.api, 'AWS::Lambda::EventSourceMapping')).toHaveLength(1);
  });

  test('halves a failing batch, eventually stops retrying, and reports the position', () => {
    expect(mapping()?.Properties).toMatchObject({
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: expect.any(Number),
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': [expect.any(String), 'Arn'] } } },
    });
    expect(resourcesOf(templates.api, 'AWS::SQS::Queue')[0]?.Properties.SqsManagedSseEnabled).toBe(true);
  });

  test('schedules each sweep as declared and does not repeat a missed tick', () => {
    const clocks = deployedFunctions(full).flatMap(({ source }) => (typeof source === 'object' ? source : []));
    const rules = resourcesOf(fullTemplates.api, 'AWS::Events::Rule').map(({ Properties }) => ({
      schedule: Properties.ScheduleExpression,
      input: JSON.parse(Properties.Targets[0].Input),
      attempts: Properties.Targets[0].RetryPolicy.MaximumRetryAttempts,
    }));
    expect(rules).toEqual(
      clocks.map(({ everyMinutes, input }) => ({
        schedule: Schedule.rate(Duration.minutes(everyMinutes)).expressionString,
        input,
        attempts: 0,
      })),
    );
  });
});

describe('the canary', () => {
  test('deploys the canary only if the stage configures it', () => {
    const names = ({ api }: Templates) =>
      resourcesOf(api, 'AWS::Lambda::Function').map(({ Properties }) => Properties.FunctionName);
    expect(names(templates)).not.toContain('recado-prod-canary');
    expect(names(fullTemplates)).toContain('recado-full-canary');
  });

  test('schedules the canary as often as the stage configures', () => {
    const often = parseStage('often', { canary: { everyMinutes: 7 } });
    const [canary] = deployedFunctions(often).filter(({ name }) => name === 'canary');
    expect(canary?.source).toEqual([{ everyMinutes: 7, input: { job: 'canary' } }]);
  });
});
