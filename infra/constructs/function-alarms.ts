import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';

import type { FunctionRow } from '../functions.ts';
import { ours, period, sumOf, type AlarmRow } from './alarm-row.ts';
import { failuresName, functionName, lostChangesName, metricsNamespace } from './names.ts';
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

export const alarmRows = (stage: string, rows: readonly FunctionRow[]): AlarmRow[] =>
  rows.flatMap((row) => [
    failures(stage, row),
    ...(row.source === 'stream' ? streamAlarms(stage, row) : []),
    ...(typeof row.source === 'object'
      ? [stopped(stage, row, Math.min(...row.source.map(({ everyMinutes }) => everyMinutes)))]
      : []),
    ...(row.readsDueIndex === 'outbox' ? [deadWork(stage, row), lateWork(stage, row), unwatched(stage, row)] : []),
    ...(row.readsDueIndex === 'billing' ? [drift(stage, row)] : []),
    ...(row.readsDueIndex === 'clock' ? [lateClock(stage, row)] : []),
    ...whatsappAlarms(stage, row),
  ]);

/** Crashes, time limits, refused invocations and ERROR lines. */
function failures(stage: string, row: FunctionRow): AlarmRow {
  const over = row.onlyWith === 'canary' ? betweenRounds(row) : period;
  return {
    name: failuresName(row),
    people: row.ifThisBreaks,
    metric: new MathExpression({
      // `+` would give nothing where a series has no data.
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
    // One bad round may be a transient failure.
    ...(row.onlyWith === 'canary' && { periods: 2 }),
    silence: 'good',
  };
}

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

const deadWork = (stage: string, row: FunctionRow): AlarmRow => ({
  name: `${row.name}-dead-work`,
  people: row.ifThisBreaks,
  metric: sumOf(stage, 'OutboxDead', 'dead'),
  atLeast: 1,
  silence: 'good',
});

/** Due work waits a minute or two. */
const lateWork = (stage: string, row: FunctionRow): AlarmRow => ({
  name: `${row.name}-late-work`,
  people: row.ifThisBreaks,
  metric: ours(stage, 'OutboxLateSeconds', 'Maximum', { by: { job: 'sweep' } }),
  atLeast: 600,
  periods: 2,
  silence: 'good',
});

const unwatched = (stage: string, row: FunctionRow): AlarmRow => ({
  name: `${row.name}-channels-unwatched`,
  people: 'who ask for the public status are told that nothing is known of any channel.',
  metric: ours(stage, 'ChannelsWatched', 'Sum', { by: { job: 'watchChannels' }, over: Duration.minutes(15) }),
  atMost: 0,
  silence: 'bad',
});

/** A planned run waits for a minute or two, and is left out after ten. */
const lateClock = (stage: string, row: FunctionRow): AlarmRow => ({
  name: `${row.name}-late`,
  people: row.ifThisBreaks,
  metric: ours(stage, 'ClockLateSeconds', 'Maximum', { by: { job: 'runDue' } }),
  atLeast: 300,
  silence: 'good',
});

/** Differences day after day mean that events do not arrive. */
const drift = (stage: string, row: FunctionRow): AlarmRow => ({
  name: `${row.name}-drift`,
  people: row.ifThisBreaks,
  metric: ours(stage, 'BillingDrift', 'Sum', { over: Duration.days(1) }),
  atLeast: 1,
  periods: 7,
  silence: 'good',
});
