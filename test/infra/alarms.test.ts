import { describe, expect, test } from 'vitest';

import { functions } from '#infra/functions.ts';

import { bothStages, full, minimal, resourcesOf, templatesOf } from './synthesised.ts';

type Alarm = {
  AlarmName: string;
  AlarmDescription: string;
  AlarmActions: unknown[];
  MetricName?: string;
  Namespace?: string;
  Dimensions?: { Name: string; Value: string }[];
  Metrics?: { MetricStat?: { Metric: { MetricName: string; Dimensions?: { Value: string }[] } } }[];
};

const alarmsOf = (config: typeof minimal): Alarm[] => {
  const { observability } = templatesOf(config);
  return resourcesOf(observability, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
};

describe.each(bothStages)('with %s', (_name, config) => {
  test('every deployed function has an alarm that says what breaks for people, in the words of its row', () => {
    const deployed = functions.filter(({ source }) => source !== 'alexa' || config.skillId);
    for (const { name, ifThisBreaks } of deployed) {
      const alarm = alarmsOf(config).find(({ AlarmName }) => AlarmName === `recado-${config.name}-${name}-fails`);
      expect(alarm?.AlarmDescription).toBe(`If this breaks, people ${ifThisBreaks}`);
    }
  });

  test('no alarm says anything else', () => {
    const sentences = functions.map(({ ifThisBreaks }) => `If this breaks, people ${ifThisBreaks}`);
    expect(alarmsOf(config).filter(({ AlarmDescription }) => !sentences.includes(AlarmDescription))).toEqual([]);
  });

  test('every alarm goes to the one topic, which CloudWatch may write to', () => {
    const { observability } = templatesOf(config);
    const [topic] = Object.keys(observability.findResources('AWS::SNS::Topic'));
    expect(alarmsOf(config).every(({ AlarmActions }) => JSON.stringify(AlarmActions) === `[{"Ref":"${topic}"}]`)).toBe(
      true,
    );
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

  test('every alarm watches a function, a queue or a count that exists', () => {
    const { api, skill, messaging } = templatesOf(config);
    const both = [api, ...(skill ? [skill] : []), ...(messaging ? [messaging] : [])];
    const existing = both.flatMap((template) => [
      ...resourcesOf(template, 'AWS::Lambda::Function').map(({ Properties }) => Properties.FunctionName),
      ...resourcesOf(template, 'AWS::RDS::DBInstance').map(({ Properties }) => Properties.DBInstanceIdentifier),
      ...resourcesOf(template, 'AWS::SQS::Queue').map(({ Properties }) => Properties.QueueName),
      ...resourcesOf(template, 'AWS::Logs::MetricFilter').map(
        ({ Properties }) => Properties.MetricTransformations[0].MetricName,
      ),
      // A count of a function's own carries the name of the job that wrote it.
      ...functions.flatMap(({ source }) => (typeof source === 'object' ? source.map(({ input }) => input['job']) : [])),
    ]);
    const watched = alarmsOf(config).flatMap(({ MetricName, Dimensions, Metrics = [] }) => [
      ...(Dimensions?.map(({ Value }) => Value) ?? (MetricName ? [MetricName] : [])),
      ...Metrics.flatMap(({ MetricStat }) =>
        MetricStat ? (MetricStat.Metric.Dimensions?.map(({ Value }) => Value) ?? [MetricStat.Metric.MetricName]) : [],
      ),
    ]);
    expect(watched.filter((name) => !existing.includes(name))).toEqual([]);
    expect(watched.length).toBeGreaterThan(functions.length);
  });
});

test('work that was given up raises an alarm, whatever it was about', () => {
  const alarm = alarmsOf(minimal).find(({ AlarmName }) => AlarmName === 'recado-prod-schedules-dead-work');
  expect(alarm).toMatchObject({
    Metrics: [{ Expression: `SELECT SUM(OutboxDead) FROM "Recado"`, Period: 300 }],
    Threshold: 1,
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  });
});

test('background work that stops without an error raises an alarm', () => {
  const names = alarmsOf(minimal).map(({ AlarmName }) => AlarmName);
  expect(names).toEqual(
    expect.arrayContaining([
      'recado-prod-worker-lags',
      'recado-prod-worker-lost-changes',
      'recado-prod-schedules-stopped',
    ]),
  );
});

test('a configured address gets the alarms, and the warnings of a configured budget', () => {
  const { observability } = templatesOf(full);
  expect(resourcesOf(observability, 'AWS::SNS::Subscription').map(({ Properties }) => Properties)).toMatchObject([
    { Protocol: 'email', Endpoint: full.alarmEmail },
  ]);
  expect(resourcesOf(observability, 'AWS::Budgets::Budget').map(({ Properties }) => Properties)).toMatchObject([
    { Budget: { BudgetLimit: { Amount: full.monthlyBudgetUsd, Unit: 'USD' }, TimeUnit: 'MONTHLY' } },
  ]);
  const without = templatesOf(minimal);
  expect(resourcesOf(without.observability, 'AWS::Budgets::Budget')).toEqual([]);
});
