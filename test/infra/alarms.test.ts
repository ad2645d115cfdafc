import { describe, expect, test } from 'vitest';

import type { StageConfig } from '#infra/config.ts';
import { parseStage } from '#infra/config.ts';
import { deployedFunctions } from '#infra/deployed-functions.ts';
import { functions, isInvokedByAlexa } from '#infra/functions.ts';
import { neededAccounts } from '#shared/rules/skill-state.ts';

import { bothStages, full, minimal, resourcesOf, templatesOf } from './synthesised.ts';
import { isKnownToUs, watchedBy } from './watched-metrics.ts';

type Alarm = { AlarmName: string; AlarmDescription: string; AlarmActions: unknown[]; OKActions: unknown[] };

const alarmsOf = (config: StageConfig): Alarm[] => {
  const { observability } = templatesOf(config);
  return resourcesOf(observability, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
};
const deployedOf = (config: StageConfig) =>
  deployedFunctions(config).filter((row) => !isInvokedByAlexa(row) || config.skillId);
const named = (config: StageConfig, name: string) =>
  alarmsOf(config).find(({ AlarmName }) => AlarmName === `recado-${config.name}-${name}`);

describe.each(bothStages)('alarms with %s', (_name, config) => {
  test('creates an alarm for every function whose description names the effect on users', () => {
    for (const { name, whenItFails } of deployedOf(config)) {
      expect(named(config, `${name}-fails`)?.AlarmDescription.split('\n')[0]).toBe(whenItFails.impact);
    }
  });

  test('describes in every alarm the effect on users, where to look and how to fix it, in at most 1024 characters', () => {
    for (const { AlarmDescription } of alarmsOf(config)) {
      expect(AlarmDescription).toMatch(
        /^[A-Z][^\n]{20,}\.\n\nLook: [^\n]{20,}\n\nFix: [^\n]{20,}\n\nEnds: [A-Z][^\n]+\.$/,
      );
      expect(AlarmDescription).not.toContain('<stage>');
      expect(AlarmDescription.length).toBeLessThanOrEqual(1024);
    }
  });

  test('sends every alarm to one topic that CloudWatch may publish to', () => {
    const { observability } = templatesOf(config);
    const [topic] = Object.keys(observability.findResources('AWS::SNS::Topic'));
    const reported = alarmsOf(config).flatMap(({ AlarmActions, OKActions }) => [AlarmActions, OKActions]);
    expect(reported.filter((actions) => JSON.stringify(actions) !== `[{"Ref":"${topic}"}]`)).toEqual([]);
    type Statement = { Sid: string; Effect: string; Principal: unknown; Action: string };
    const statements: Statement[] = resourcesOf(observability, 'AWS::SNS::TopicPolicy').flatMap(
      ({ Properties }) => Properties.PolicyDocument.Statement,
    );
    expect(statements).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: 'sns:Publish',
      }),
    );
  });

  test('watches only existing functions, queues, AWS services and metrics of the catalogue', () => {
    const { api, skill, messaging } = templatesOf(config);
    const both = [api, ...(skill ? [skill] : []), ...(messaging ? [messaging] : [])];
    const names = (type: string, name: string): unknown[] =>
      both.flatMap((template) => resourcesOf(template, type)).map(({ Properties }) => Properties[name]);
    const existing = [
      ...names('AWS::Lambda::Function', 'FunctionName'),
      ...names('AWS::SQS::Queue', 'QueueName'),
      ...names('AWS::RDS::DBInstance', 'DBInstanceIdentifier'),
      `recado-${config.name}-table`,
    ];
    const errorLines = names('AWS::Logs::MetricFilter', 'MetricTransformations').map(
      (transformations) => Object(transformations)[0].MetricName,
    );
    const watched = alarmsOf(config).flatMap(watchedBy);
    expect(watched.length).toBeGreaterThan(functions.length);
    const unknown = watched.filter((metric) => {
      const { namespace, name, by } = metric;
      if (namespace === `Recado/${config.name}`) return !errorLines.includes(name) && !isKnownToUs(metric);
      const { FunctionName, QueueName, TableName, DBInstanceIdentifier, DistributionId, CertificateArn } = by;
      const about = FunctionName ?? QueueName ?? TableName ?? DBInstanceIdentifier;
      if (about !== undefined) return !existing.includes(about);
      // References whose values are known only after deployment, and the account's own mail.
      const known = config.domain?.certificateArn;
      if (known !== undefined && CertificateArn === known) return false;
      return typeof (DistributionId ?? CertificateArn) !== 'object' && namespace !== 'AWS/SES';
    });
    expect(unknown).toEqual([]);
  });
});

test('raises an alarm when outbox work of any topic fails permanently', () => {
  const alarm = alarmsOf(minimal).find(({ AlarmName }) => AlarmName === 'recado-prod-schedules-dead-work');
  expect(alarm).toMatchObject({
    Metrics: [{ Expression: `SELECT SUM(OutboxDead) FROM "Recado/prod"`, Period: 300 }],
    Threshold: 1,
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  });
});

test('raises an alarm when background work stops without an error', () => {
  const names = alarmsOf(minimal).map(({ AlarmName }) => AlarmName);
  expect(names).toEqual(
    expect.arrayContaining([
      'recado-prod-worker-lags',
      'recado-prod-worker-lost-changes',
      'recado-prod-schedules-stopped',
      'recado-prod-schedules-late-work',
      'recado-prod-schedules-channels-unwatched',
      'recado-prod-clock-stopped',
      'recado-prod-clock-late',
    ]),
  );
});

describe('alarms on problems that no function detects', () => {
  test.each<[string, string, object]>([
    ['a fifth of the runs not reaching Alexa', 'runs-not-taken', { Threshold: 0.2, EvaluationPeriods: 2 }],
    ['Amazon taking two seconds', 'runs-slow', { Threshold: 2000, EvaluationPeriods: 3 }],
    ['ten grants ending within an hour', 'links-ending', { Threshold: 10, Period: 3600 }],
    ['a table that rejects calls', 'table-refuses', { Threshold: 10, EvaluationPeriods: 2 }],
    ['5xx responses for a tenth of the CDN requests', 'edge-errors', { Threshold: 10, EvaluationPeriods: 3 }],
  ])('raises an alarm for %s on every stage, but not for missing data', (_, name, goesOff) => {
    for (const config of [minimal, full]) {
      expect(named(config, name)).toMatchObject({
        ...goesOff,
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
        TreatMissingData: 'notBreaching',
      });
    }
  });

  test('raises an alarm for enough refused accounts to disable the button, and for each time it is disabled', () => {
    expect(named(minimal, 'enablements-refused')).toMatchObject({
      Threshold: neededAccounts,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
      Metrics: expect.arrayContaining([
        expect.objectContaining({ Expression: `FILL(refused, 0) + ${neededAccounts} * FILL(stopped, 0)` }),
        ...(['refused', 'stopped'] as const).map((id) =>
          expect.objectContaining({
            Id: id,
            MetricStat: expect.objectContaining({
              Metric: expect.objectContaining({ MetricName: `Enablements${id[0]?.toUpperCase()}${id.slice(1)}` }),
              Period: 3600,
              Stat: 'Sum',
            }),
          }),
        ),
      ]),
    });
  });

  test.each(['runs-not-taken', 'runs-slow', 'edge-errors'])('stays silent in %s with hardly any traffic', (name) => {
    expect(JSON.stringify(named(minimal, name))).toMatch(/"IF\(FILL\(n, 0\) >= (?:10|20|50), \w+, 0\)"/);
  });

  test('watches expiring certificates and bounced mails only on stages that have them', () => {
    expect(named(full, 'certificate-expires')).toMatchObject({
      Threshold: 21,
      ComparisonOperator: 'LessThanOrEqualToThreshold',
    });
    expect(named(full, 'mail-bounces')).toMatchObject({ Threshold: 0.05 });
    expect([named(minimal, 'certificate-expires'), named(minimal, 'mail-bounces')]).toEqual([undefined, undefined]);
  });
});

describe('alarms of the canary', () => {
  test('creates canary alarms only on stages with a canary and raises them at the third failed round at the latest', () => {
    expect(alarmsOf(minimal).filter(({ AlarmName }) => AlarmName.includes('canary'))).toEqual([]);
    expect(named(full, 'canary-fails')).toMatchObject({ EvaluationPeriods: 2, Threshold: 1 });
    expect(named(full, 'canary-stopped')).toMatchObject({ TreatMissingData: 'breaching' });
  });
});

test('subscribes the address separately in each region with alarms, because alarms cannot use a topic elsewhere', () => {
  const { observabilityEurope } = templatesOf(full);
  const subscribed = observabilityEurope ? resourcesOf(observabilityEurope, 'AWS::SNS::Subscription') : [];
  expect(subscribed.map(({ Properties }) => Properties)).toMatchObject([
    { Protocol: 'email', Endpoint: full.alarmEmail },
  ]);
});

test('sends alarms and warnings of a configured budget to the configured address', () => {
  const { observability } = templatesOf(full);
  expect(resourcesOf(observability, 'AWS::SNS::Subscription').map(({ Properties }) => Properties)).toMatchObject([
    { Protocol: 'email', Endpoint: full.alarmEmail },
  ]);
  expect(resourcesOf(observability, 'AWS::Budgets::Budget').map(({ Properties }) => Properties)).toMatchObject([
    {
      Budget: { BudgetLimit: { Amount: full.monthlyBudgetUsd, Unit: 'USD' }, TimeUnit: 'MONTHLY' },
      NotificationsWithSubscribers: [
        ['ACTUAL', 80],
        ['FORECASTED', 100],
      ].map(([NotificationType, Threshold]) => ({
        Notification: { NotificationType, Threshold, ThresholdType: 'PERCENTAGE' },
        Subscribers: [{ SubscriptionType: 'SNS', Address: { Ref: expect.stringMatching(/^Alarms/) } }],
      })),
    },
  ]);
});

test('creates alarms and a budget unless the stage disables them', () => {
  const watched = (config: typeof minimal) =>
    ['AWS::CloudWatch::Alarm', 'AWS::Budgets::Budget'].map(
      (type) => resourcesOf(templatesOf(config).observability, type).length > 0,
    );
  expect(watched(minimal)).toEqual([true, true]);
  expect(watched(parseStage('prod', { alarms: false }))).toEqual([false, true]);
  expect(watched(parseStage('prod', { monthlyBudgetUsd: false }))).toEqual([true, false]);
});

test('accepts messages on the topic only from alarms and the budget of this account', () => {
  const [policy] = resourcesOf(templatesOf(minimal).observability, 'AWS::SNS::TopicPolicy');
  const publishing = policy?.Properties.PolicyDocument.Statement.filter(
    ({ Effect }: { Effect: string }) => Effect === 'Allow',
  );
  expect(publishing).toMatchObject(
    ['cloudwatch', 'budgets'].map((service) => ({
      Principal: { Service: `${service}.amazonaws.com` },
      Action: 'sns:Publish',
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    })),
  );
});
