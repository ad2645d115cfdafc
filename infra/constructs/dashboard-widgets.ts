import { GraphWidget, MathExpression, Metric, type IMetric, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';

import { shapeOf, stageMetrics, type DimensionName, type MetricName } from '#shared/metric-catalogue.ts';
import { channels } from '#shared/rules/channels.ts';

import type { FunctionRow } from '../functions.ts';
import { productMetric, period } from './alarm-row.ts';
import { functionName, metricsNamespace, tableName } from './names.ts';
import { cdnMetric, type Parts } from './product-alarms.ts';

const graph = (title: string, left: IMetric[], stacked = false): IWidget =>
  new GraphWidget({ title, left, width: 8, height: 6, stacked, leftYAxis: { min: 0 } });

/** Draws one line per value of the dimensions, including unknown ones. */
function each(stage: string, name: MetricName, by: readonly DimensionName[], statistic = 'Sum'): IMetric {
  if (!shapeOf(name).by.some((set) => set.join() === by.join()))
    throw new Error(`${name} is not counted by ${by.join()}`);
  const schema = [metricsNamespace(stage), ...by].join(',');
  const label = by.map((dimension) => `\${PROP('Dim.${dimension}')}`).join(' ');
  const expression = `SEARCH('{${schema}} MetricName="${name}"', '${statistic}', 300)`;
  return new MathExpression({ expression, label, usingMetrics: {}, period });
}

const jobMetric = (stage: string, name: MetricName, job: string, statistic: string): IMetric =>
  productMetric(stage, name, statistic, { by: { job } });

export const channelWidgets = (stage: string): IWidget[] => [
  graph('Runs, by channel and outcome', [each(stage, 'Runs', ['channel', 'outcome'])], true),
  graph('Share of lost runs, by channel', [
    each(stage, 'RunLost', ['channel'], 'Average'),
    productMetric(stage, 'RunLost', 'Average').with({ label: 'all' }),
  ]),
  graph(
    'Duration of runs: p50, p95 and p99',
    ['p50', 'p95', 'p99'].map((statistic) => productMetric(stage, 'RunMs', statistic).with({ label: statistic })),
  ),
  ...channels.map((channel) =>
    graph(`${channel}: run p50 and p95, and its stages p95`, [
      ...['p50', 'p95'].map((statistic) =>
        productMetric(stage, 'RunMs', statistic, { by: { channel } }).with({ label: `run ${statistic}` }),
      ),
      ...Object.values(stageMetrics).map((name) => productMetric(stage, name, 'p95', { by: { channel } })),
    ]),
  ),
  graph('Amazon: p95', [productMetric(stage, 'SendMs', 'p95')]),
  graph('What routines answered', [each(stage, 'Answers', ['answer'])], true),
  graph(
    'Time until routines answer: p50 and p95',
    ['p50', 'p95'].map((statistic) => productMetric(stage, 'AnswerMs', statistic).with({ label: statistic })),
  ),
  graph('Confirming homes that do not answer although Alexa accepts events', [
    jobMetric(stage, 'HomesSilent', 'watchChannels', 'Maximum'),
  ]),
  graph('Rejected webhook calls', [each(stage, 'WebhookTurnedAway', ['errorKey'])], true),
  graph('Directives of Alexa', [each(stage, 'Directives', ['directive', 'outcome'])], true),
  graph('Permissions that ended', [
    each(stage, 'LinksEnded', ['reason']),
    productMetric(stage, 'LinksEnded', 'Sum').with({ label: 'all' }),
  ]),
  graph('Skills that Alexa did not let us enable', [
    each(stage, 'EnablementsRefused', ['reason']),
    productMetric(stage, 'EnablementsRefused', 'Sum').with({ label: 'all' }),
    productMetric(stage, 'EnablementsStopped', 'Sum').with({ label: 'stopped for all users' }),
  ]),
];

const lambda = (stage: string, row: { name: string }, metricName: string, statistic: string): Metric =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName,
    dimensionsMap: { FunctionName: functionName(stage, row) },
    statistic,
    period,
    label: row.name,
  });

export const functionWidgets = (stage: string, rows: readonly FunctionRow[]): IWidget[] =>
  [
    ['Crashes and time limits', 'Errors', 'Sum'],
    ['Throttled invocations', 'Throttles', 'Sum'],
    ['Duration: p95', 'Duration', 'p95'],
  ].map(([title = '', metricName = '', statistic = '']) =>
    graph(
      title,
      rows.map((row) => lambda(stage, row, metricName, statistic)),
    ),
  );

export const workWidgets = (stage: string): IWidget[] => [
  graph('Background work: due, and seconds late', [
    jobMetric(stage, 'OutboxDue', 'sweep', 'Maximum'),
    jobMetric(stage, 'OutboxLateSeconds', 'sweep', 'Maximum'),
  ]),
  graph('Planned runs: due, and seconds late', [
    jobMetric(stage, 'ClockDue', 'runDue', 'Maximum'),
    jobMetric(stage, 'ClockLateSeconds', 'runDue', 'Maximum'),
  ]),
  graph('Background work that was set aside', [each(stage, 'OutboxDead', ['topic'])], true),
  graph('Checks of the channels', [jobMetric(stage, 'ChannelsWatched', 'watchChannels', 'Sum')]),
  graph('Mails', [each(stage, 'Mails', ['outcome'])], true),
  graph(
    'Events of Stripe',
    [each(stage, 'BillingEvents', ['outcome']), each(stage, 'BillingEventIgnored', ['reason'])],
    true,
  ),
  graph('Subscriptions that differed from Stripe', [each(stage, 'BillingDrift', ['job'])]),
  graph('Answers in WhatsApp groups', [each(stage, 'GroupAnswers', ['kind', 'said'])], true),
  graph('Time from message to answer: p95', [productMetric(stage, 'GroupAnswerMs', 'p95')]),
  graph('WhatsApp numbers', [
    each(stage, 'LinesConnected', ['shard'], 'Maximum'),
    each(stage, 'LinesLost', ['shard'], 'Maximum'),
    each(stage, 'LinesPairing', ['shard'], 'Maximum'),
    jobMetric(stage, 'LinesLost', 'reconcile', 'Maximum'),
  ]),
  graph('WhatsApp lines: missing, orphaned, restarted', [
    each(stage, 'LinesMissing', ['shard']),
    each(stage, 'LinesOrphaned', ['shard']),
    each(stage, 'LinesWoken', ['shard']),
    each(stage, 'LineAfterlife', ['shard']),
  ]),
  graph('WhatsApp gateways: silent, unsuitable, unreadable deliveries, missing QR codes', [
    each(stage, 'GatewaySilent', ['shard'], 'Maximum'),
    each(stage, 'GatewayUnsuitable', ['shard'], 'Maximum'),
    each(stage, 'DeliveryUnreadable', ['shard']),
    productMetric(stage, 'QrMissing', 'Sum'),
  ]),
  graph('Room for more numbers', [
    each(stage, 'LineRoom', ['shard'], 'Minimum'),
    jobMetric(stage, 'LineRoom', 'reconcile', 'Minimum'),
  ]),
  graph('Canary: failed rounds', [productMetric(stage, 'CanaryFailed', 'Sum')]),
  graph('Canary: time of the response, and of its echo', [
    productMetric(stage, 'CanaryMs', 'Maximum'),
    productMetric(stage, 'CanaryEchoMs', 'Maximum'),
  ]),
];

const tableMetric = (stage: string, metricName: string): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: tableName(stage) },
    statistic: 'Sum',
    period,
  });

const apiMetric = (ApiId: string, metricName: string, statistic: string): Metric =>
  new Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap: { ApiId }, statistic, period });

export const partWidgets = (stage: string, { distributionId, apiId }: Parts): IWidget[] => [
  graph('Table: units', [
    tableMetric(stage, 'ConsumedReadCapacityUnits'),
    tableMetric(stage, 'ConsumedWriteCapacityUnits'),
  ]),
  graph('Table: throttled', [tableMetric(stage, 'ReadThrottleEvents'), tableMetric(stage, 'WriteThrottleEvents')]),
  graph('API: 4xx and 5xx responses', [apiMetric(apiId, '4xx', 'Sum'), apiMetric(apiId, '5xx', 'Sum')]),
  graph('API: p95', [apiMetric(apiId, 'Latency', 'p95'), apiMetric(apiId, 'IntegrationLatency', 'p95')]),
  graph('CDN: requests', [cdnMetric(distributionId, 'Requests', 'Sum')]),
  graph('CDN: share of 4xx and 5xx', [
    cdnMetric(distributionId, '4xxErrorRate', 'Average'),
    cdnMetric(distributionId, '5xxErrorRate', 'Average'),
  ]),
];
