import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';

import { whatsappInboundContract } from '#shared/contracts/whatsapp-inbound.ts';
import { whatsappContract } from '#shared/contracts/whatsapp.ts';

import type { FunctionRow } from '../functions.ts';
import { functionName, lostChangesName, metricsNamespace } from './names.ts';
import { errorLinesMetric } from './product-function.ts';

/** What an alarm watches, and the row whose words it speaks. */
export type AlarmRow = {
  name: string;
  row: FunctionRow;
  metric: IMetric;
  /** Goes off at this value, or below it for `atMost`. */
  atLeast?: number;
  atMost?: number;
  /** For as many periods in a row. */
  periods?: number;
  /** What no data means. */
  silence: 'good' | 'bad';
};

const period = Duration.minutes(5);

const ofLambda = (stage: string, row: FunctionRow, metricName: string, statistic = 'Sum'): Metric =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName,
    dimensionsMap: { FunctionName: functionName(stage, row) },
    statistic,
    period,
  });

const ours = (metricName: string): Metric =>
  new Metric({ namespace: metricsNamespace, metricName, statistic: 'Sum', period });

/** Every alarm of a stage: each function's failures, and the quiet ways in which background work stops. */
export const alarmRows = (stage: string, rows: readonly FunctionRow[]): AlarmRow[] =>
  rows.flatMap((row) => [
    failures(stage, row),
    ...(row.source === 'stream' ? streamAlarms(stage, row) : []),
    ...(typeof row.source === 'object'
      ? [stopped(stage, row, Math.min(...row.source.map(({ everyMinutes }) => everyMinutes)))]
      : []),
    ...(row.readsDueIndex === 'outbox' ? [deadWork(row)] : []),
    ...(row.readsDueIndex === 'billing' ? [drift(row)] : []),
    ...(typeof row.source === 'object' && row.readsDueIndex === 'lines' ? lineAlarms(row) : []),
    ...(row.contracts?.includes(whatsappContract) ? [noCodes(row)] : []),
    ...(row.contracts?.includes(whatsappInboundContract) ? [deadLines(row), unreadable(row)] : []),
  ]);

/** Crashes, time limits and refused invocations, and surprises that the function caught and wrote down. */
const failures = (stage: string, row: FunctionRow): AlarmRow => ({
  name: `${row.name}-fails`,
  row,
  metric: new MathExpression({
    // A sum of series, not of values: a plus sign would give nothing where one of them is silent.
    expression: 'SUM([FILL(crashes, 0), FILL(throttles, 0), FILL(errorLines, 0)])',
    usingMetrics: {
      crashes: ofLambda(stage, row, 'Errors'),
      throttles: ofLambda(stage, row, 'Throttles'),
      errorLines: ours(errorLinesMetric(stage, row)),
    },
    label: 'failures',
    period,
  }),
  atLeast: 1,
  silence: 'good',
});

const streamAlarms = (stage: string, row: FunctionRow): AlarmRow[] => [
  {
    name: `${row.name}-lags`,
    row,
    metric: ofLambda(stage, row, 'IteratorAge', 'Maximum'),
    atLeast: Duration.minutes(5).toMilliseconds(),
    silence: 'good',
  },
  {
    name: `${row.name}-lost-changes`,
    row,
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
  row,
  metric: ofLambda(stage, row, 'Invocations').with({ period: Duration.minutes(Math.max(15, everyMinutes * 3)) }),
  atMost: 0,
  silence: 'bad',
});

/** Work that was given up after hours, of whatever topic; it stays in the table for a person to look at. */
const deadWork = (row: FunctionRow): AlarmRow => ({
  name: `${row.name}-dead-work`,
  row,
  metric: new MathExpression({
    expression: `SELECT SUM(OutboxDead) FROM "${metricsNamespace}"`,
    label: 'dead',
    period,
  }),
  atLeast: 1,
  silence: 'good',
});

/** Subscriptions that differed from Stripe, day after day: the events do not arrive. */
const drift = (row: FunctionRow): AlarmRow => ({
  name: `${row.name}-drift`,
  row,
  metric: new Metric({
    namespace: metricsNamespace,
    metricName: 'BillingDrift',
    dimensionsMap: { job: 'lookAtDue' },
    statistic: 'Sum',
    period: Duration.days(1),
  }),
  atLeast: 1,
  periods: 7,
  silence: 'good',
});

const ofReconciler = (metricName: string, statistic: string): Metric =>
  new Metric({ namespace: metricsNamespace, metricName, dimensionsMap: { job: 'reconcile' }, statistic, period });

/** WhatsApp: a gateway that is away or of another kind, many numbers that lost their connection at once, no place for new ones. */
const lineAlarms = (row: FunctionRow): AlarmRow[] => [
  {
    name: `${row.name}-gateway-silent`,
    row,
    metric: new MathExpression({
      expression: `SELECT SUM(GatewaySilent) FROM "${metricsNamespace}"`,
      label: 'silent',
      period,
    }),
    atLeast: 1,
    periods: 3,
    silence: 'good',
  },
  {
    name: `${row.name}-gateway-unsuitable`,
    row,
    metric: new MathExpression({
      expression: `SELECT SUM(GatewayUnsuitable) FROM "${metricsNamespace}"`,
      label: 'unsuitable',
      period,
    }),
    atLeast: 1,
    silence: 'good',
  },
  {
    name: `${row.name}-lost-lines`,
    row,
    metric: ofReconciler('LinesLost', 'Maximum'),
    atLeast: 5,
    periods: 3,
    silence: 'good',
  },
  { name: `${row.name}-no-room`, row, metric: ofReconciler('LineRoom', 'Minimum'), atMost: 2, silence: 'good' },
];

/** People wait for a code to scan, and the gateway shows none. */
const noCodes = (row: FunctionRow): AlarmRow => ({
  name: `${row.name}-no-codes`,
  row,
  metric: new MathExpression({
    expression: `SELECT SUM(QrMissing) FROM "${metricsNamespace}"`,
    label: 'missing',
    period: Duration.minutes(10),
  }),
  atLeast: 3,
  silence: 'good',
});

/** A gateway goes on with lines that it called removed, in a loop that ends with its process. */
const deadLines = (row: FunctionRow): AlarmRow => ({
  name: `${row.name}-dead-lines`,
  row,
  metric: new MathExpression({
    expression: `SELECT SUM(LineAfterlife) FROM "${metricsNamespace}"`,
    label: 'events',
    period,
  }),
  atLeast: 10,
  silence: 'good',
});

/** A gateway's messages have another shape than this product knows; one odd message now and then is no such sign. */
const unreadable = (row: FunctionRow): AlarmRow => ({
  name: `${row.name}-unreadable`,
  row,
  metric: new MathExpression({
    expression: `SELECT SUM(DeliveryUnreadable) FROM "${metricsNamespace}"`,
    label: 'deliveries',
    period: Duration.hours(1),
  }),
  atLeast: 10,
  silence: 'good',
});
