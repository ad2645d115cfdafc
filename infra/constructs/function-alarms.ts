import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';

import type { FunctionRow } from '../functions.ts';
import { ours, period, sumOf, type AlarmRow } from './alarm-row.ts';
import { functionName, lostChangesName, metricsNamespace } from './names.ts';
import { errorLinesMetric } from './product-function.ts';
import { whatsappAlarms } from './whatsapp-gateway/whatsapp-alarms.ts';

const ofLambda = (stage: string, row: { name: string }, metricName: string, statistic = 'Sum'): Metric =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName,
    dimensionsMap: { FunctionName: functionName(stage, row) },
    statistic,
    period,
  });

/** Every alarm of a stage: each function's failures, and the quiet ways in which background work stops. */
export const alarmRows = (stage: string, rows: readonly FunctionRow[]): AlarmRow[] =>
  rows.flatMap((row) => [
    failures(stage, row),
    ...(row.source === 'stream' ? streamAlarms(stage, row) : []),
    ...(typeof row.source === 'object'
      ? [stopped(stage, row, Math.min(...row.source.map(({ everyMinutes }) => everyMinutes)))]
      : []),
    ...(row.readsDueIndex === 'outbox' ? [deadWork(stage, row), lateWork(stage, row), unwatched(stage, row)] : []),
    ...(row.readsDueIndex === 'billing' ? [drift(stage, row)] : []),
    ...whatsappAlarms(stage, row),
  ]);

/** Crashes, time limits and refused invocations, and surprises that the function caught and wrote down. */
function failures(stage: string, row: FunctionRow): AlarmRow {
  const over = row.onlyWith === 'canary' ? betweenRounds(row) : period;
  return {
    name: `${row.name}-fails`,
    people: row.ifThisBreaks,
    metric: new MathExpression({
      // A sum of series, not of values: a plus sign would give nothing where one of them is silent.
      expression: 'SUM([FILL(crashes, 0), FILL(throttles, 0), FILL(errorLines, 0)])',
      usingMetrics: {
        crashes: ofLambda(stage, row, 'Errors').with({ period: over }),
        throttles: ofLambda(stage, row, 'Throttles').with({ period: over }),
        errorLines: new Metric({
          namespace: metricsNamespace(stage),
          metricName: errorLinesMetric(stage, row),
          statistic: 'Sum',
          period: over,
        }),
      },
      label: 'failures',
      period: over,
    }),
    atLeast: 1,
    // One bad round of the canary may be the weather between it and us.
    ...(row.onlyWith === 'canary' && { periods: 2 }),
    silence: 'good',
  };
}

/** Each period has a round of the canary in it. */
function betweenRounds({ source }: FunctionRow): Duration {
  const minutes = typeof source === 'object' ? source.map(({ everyMinutes }) => everyMinutes) : [];
  return Duration.minutes(Math.max(5, ...minutes));
}

const streamAlarms = (stage: string, row: FunctionRow): AlarmRow[] => [
  {
    name: `${row.name}-lags`,
    people: row.ifThisBreaks,
    metric: ofLambda(stage, row, 'IteratorAge', 'Maximum'),
    atLeast: Duration.minutes(5).toMilliseconds(),
    silence: 'good',
  },
  {
    name: `${row.name}-lost-changes`,
    people: row.ifThisBreaks,
    metric: new Metric({
      namespace: 'AWS/SQS',
      metricName: 'ApproximateNumberOfMessagesVisible',
      dimensionsMap: { QueueName: lostChangesName(stage) },
      statistic: 'Maximum',
      period,
    }),
    atLeast: 1,
    silence: 'good',
  },
];

const stopped = (stage: string, row: FunctionRow, everyMinutes: number): AlarmRow => ({
  name: `${row.name}-stopped`,
  people: row.ifThisBreaks,
  metric: ofLambda(stage, row, 'Invocations').with({ period: Duration.minutes(Math.max(15, everyMinutes * 3)) }),
  atMost: 0,
  silence: 'bad',
});

/** Work that was given up after hours, of whatever topic; it stays in the table for a person to look at. */
const deadWork = (stage: string, row: FunctionRow): AlarmRow => ({
  name: `${row.name}-dead-work`,
  people: row.ifThisBreaks,
  metric: sumOf(stage, 'OutboxDead', 'dead'),
  atLeast: 1,
  silence: 'good',
});

/** What is due is worked on within a minute or two; when the oldest of it has waited longer, nobody gets round to it. */
const lateWork = (stage: string, row: FunctionRow): AlarmRow => ({
  name: `${row.name}-late-work`,
  people: row.ifThisBreaks,
  metric: ours(stage, 'OutboxLateSeconds', 'Maximum', { by: { job: 'sweep' } }),
  atLeast: 600,
  periods: 2,
  silence: 'good',
});

/** The public status is as old as the last look at the doors. */
const unwatched = (stage: string, row: FunctionRow): AlarmRow => ({
  name: `${row.name}-doors-unwatched`,
  people: 'who ask for the public status are told that nothing is known of any door.',
  metric: ours(stage, 'DoorsWatched', 'Sum', { by: { job: 'watchDoors' }, over: Duration.minutes(15) }),
  atMost: 0,
  silence: 'bad',
});

/** Subscriptions that differed from Stripe, day after day: the events do not arrive. */
const drift = (stage: string, row: FunctionRow): AlarmRow => ({
  name: `${row.name}-drift`,
  people: row.ifThisBreaks,
  metric: ours(stage, 'BillingDrift', 'Sum', { by: { job: 'lookAtDue' }, over: Duration.days(1) }),
  atLeast: 1,
  periods: 7,
  silence: 'good',
});
