import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';

import { neededAccounts } from '#shared/rules/skill-state.ts';

import type { StageConfig } from '../config.ts';
import { ours, period, type AlarmRow } from './alarm-row.ts';
import { tableName } from './names.ts';

export type Parts = { distributionId: string; apiId: string; certificateArn: string | undefined };

export const productAlarms = (config: StageConfig, parts: Parts): AlarmRow[] => [
  runsNotTaken(config.name),
  runsSlow(config.name),
  homesSilent(config.name),
  linksEnding(config.name),
  enablementsRefused(config.name),
  tableRefuses(config.name),
  edgeErrors(parts.distributionId),
  ...(parts.certificateArn === undefined ? [] : [certificateExpires(parts.certificateArn)]),
  ...(config.emailFrom === undefined ? [] : [mailBounces()]),
];

/** Evaluates `expression` only if there were enough events for a meaningful share; otherwise the value is 0. */
const ofEnough = (min: number, counted: IMetric, expression: string, usingMetrics: Record<string, IMetric>) =>
  new MathExpression({
    expression: `IF(FILL(n, 0) >= ${min}, ${expression}, 0)`,
    usingMetrics: { n: counted, ...usingMetrics },
    period,
  });

/** Refusals that a user has to fix count neither as lost nor as sent. */
const runsNotTaken = (stage: string): AlarmRow => ({
  name: 'runs-not-taken',
  people: 'run triggers in whichever way, and a part of them does not reach Alexa.',
  metric: ofEnough(10, ours(stage, 'RunLost', 'SampleCount'), 'share', { share: ours(stage, 'RunLost', 'Average') }),
  atLeast: 0.2,
  periods: 2,
  silence: 'good',
});

/** A call to Amazon times out after 2.5 s. */
const runsSlow = (stage: string): AlarmRow => ({
  name: 'runs-slow',
  people: 'wait seconds until something happens at home.',
  metric: ofEnough(20, ours(stage, 'SendMs', 'SampleCount'), 'slow', { slow: ours(stage, 'SendMs', 'p95') }),
  atLeast: 2000,
  periods: 3,
  silence: 'good',
});

/** `homesHeard` decides this every minute: at least half of the homes that usually confirm, and at least five. */
const homesSilent = (stage: string): AlarmRow => ({
  name: 'homes-silent',
  people: 'run triggers that Alexa takes, and nothing happens at home.',
  metric: ours(stage, 'HomesSilent', 'Minimum', { by: { job: 'watchChannels' } }),
  atLeast: 1,
  periods: 2,
  silence: 'good',
});

/** Single users disable the skill every day. */
const linksEnding = (stage: string): AlarmRow => ({
  name: 'links-ending',
  people: 'get a mail that the skill is off, though they switched nothing off.',
  metric: ours(stage, 'LinksEnded', 'Sum', { over: Duration.hours(1) }),
  atLeast: 10,
  silence: 'good',
});

/** Alarms for as many refused accounts as stop reconnecting, or for a stop, whose accounts may be spread over a day. */
const enablementsRefused = (stage: string): AlarmRow => ({
  name: 'enablements-refused',
  people: 'cannot connect Alexa with our button, and read how to do it in the Alexa app.',
  metric: new MathExpression({
    expression: `FILL(refused, 0) + ${neededAccounts} * FILL(stopped, 0)`,
    usingMetrics: {
      refused: ours(stage, 'EnablementsRefused', 'Sum', { over: Duration.hours(1) }),
      stopped: ours(stage, 'EnablementsStopped', 'Sum', { over: Duration.hours(1) }),
    },
    period: Duration.hours(1),
  }),
  atLeast: neededAccounts,
  silence: 'good',
});

const ofTable = (stage: string, metricName: string, dimensions: Record<string, string> = {}): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: tableName(stage), ...dimensions },
    statistic: 'Sum',
    period,
  });

/** AWS counts system errors per operation. */
const calls = ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'TransactWriteItems'] as const;

/** Functions retry single refusals, so only several of them matter. */
function tableRefuses(stage: string): AlarmRow {
  const failures = Object.fromEntries(
    calls.map((Operation, index) => [`f${index}`, ofTable(stage, 'SystemErrors', { Operation })]),
  );
  const usingMetrics: Record<string, IMetric> = {
    reads: ofTable(stage, 'ReadThrottleEvents'),
    writes: ofTable(stage, 'WriteThrottleEvents'),
    ...failures,
  };
  const filled = Object.keys(usingMetrics).map((name) => `FILL(${name}, 0)`);
  return {
    name: 'table-refuses',
    people: 'are told to try again shortly, whatever they do.',
    metric: new MathExpression({ expression: `SUM([${filled.join(', ')}])`, usingMetrics, label: 'refused', period }),
    atLeast: 10,
    periods: 2,
    silence: 'good',
  };
}

/** CloudFront's metrics are in us-east-1. */
export const ofCdn = (DistributionId: string, metricName: string, statistic: string): Metric =>
  new Metric({
    namespace: 'AWS/CloudFront',
    metricName,
    dimensionsMap: { DistributionId, Region: 'Global' },
    statistic,
    period,
  });

/** Transient failures of Alexa or a gateway also return 5xx, but in smaller numbers. */
const edgeErrors = (distributionId: string): AlarmRow => ({
  name: 'edge-errors',
  people: 'get error pages or failing webhooks, for one answer in ten.',
  metric: ofEnough(50, ofCdn(distributionId, 'Requests', 'Sum'), 'errors', {
    errors: ofCdn(distributionId, '5xxErrorRate', 'Average'),
  }),
  atLeast: 10,
  periods: 3,
  silence: 'good',
});

/** Renewal begins 60 days before the expiry. An imported certificate is not renewed. */
const certificateExpires = (CertificateArn: string): AlarmRow => ({
  name: 'certificate-expires',
  people: 'will soon be warned by their browsers, and their webhooks will fail.',
  metric: new Metric({
    namespace: 'AWS/CertificateManager',
    metricName: 'DaysToExpiry',
    dimensionsMap: { CertificateArn },
    statistic: 'Minimum',
    period: Duration.days(1),
  }),
  atMost: 21,
  silence: 'good',
});

/** SES pauses an account at a bounce rate of 10 %. */
const mailBounces = (): AlarmRow => ({
  name: 'mail-bounces',
  people: 'will soon get no mails from us any more.',
  metric: new Metric({
    namespace: 'AWS/SES',
    metricName: 'Reputation.BounceRate',
    statistic: 'Average',
    period: Duration.hours(1),
  }),
  atLeast: 0.05,
  silence: 'good',
});
