import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';

import { neededAccounts } from '#shared/rules/skill-state.ts';

import type { StageConfig } from '../config.ts';
import { productMetric, period, type AlarmRow } from './alarm-row.ts';
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
const ifEnough = (min: number, counted: IMetric, expression: string, usingMetrics: Record<string, IMetric>) =>
  new MathExpression({
    expression: `IF(FILL(n, 0) >= ${min}, ${expression}, 0)`,
    usingMetrics: { n: counted, ...usingMetrics },
    period,
  });

/** Refusals that a user has to fix do not count in `RunLost`. */
const runsNotTaken = (stage: string): AlarmRow => ({
  name: 'runs-not-taken',
  impact:
    'A fifth or more of at least ten runs in five minutes did not reach Alexa, twice in a row. Runs that a user has to fix do not count.',
  look: 'The query "Runs" in RUNBOOK.md, by `outcome`. All channels: Amazon, or `gateway.misconfigured`. One channel: its function. One `workspaceId`: that account. `amazonRequestId` is for Amazon\'s support.',
  fix: '`rejected`: `gateway.misconfigured` has the reason and stops all users. `unavailable`, `throttled`, `unknown`: transient failures at Amazon (https://developer.amazon.com/alexa/console/ask, status page): wait. Failed runs are not repeated.',
  ends: 'After five minutes in which runs got through, or in which there were few.',
  metric: ifEnough(10, productMetric(stage, 'RunLost', 'SampleCount'), 'share', {
    share: productMetric(stage, 'RunLost', 'Average'),
  }),
  atLeast: 0.2,
  periods: 2,
  silence: 'good',
});

/** A call to Amazon times out after 2.5 s. */
const runsSlow = (stage: string): AlarmRow => ({
  name: 'runs-slow',
  impact:
    'Homes react seconds late: of at least twenty calls to Amazon in five minutes, one in twenty took two seconds or more, three times in a row.',
  look: '`SendMs` on the dashboard; `filter event = "trigger.fired" | stats pct(sendMs, 95), pct(tokenMs, 95), pct(readMs, 95) by bin(5m)`. `sendMs`: Amazon. `tokenMs`: Login with Amazon. `readMs`: the table.',
  fix: 'Amazon: wait. The table: see `table-refuses`. Calls end after 2.5 s, so runs are lost if latency grows.',
  metric: ifEnough(20, productMetric(stage, 'SendMs', 'SampleCount'), 'slow', {
    slow: productMetric(stage, 'SendMs', 'p95'),
  }),
  atLeast: 2000,
  periods: 3,
  silence: 'good',
});

/** Every minute, `summarizeHomes` decides whether half of the homes that usually confirm are silent, at least five. */
const homesSilent = (stage: string): AlarmRow => ({
  name: 'homes-silent',
  impact:
    'Alexa accepts triggers and nothing happens at home. History and groups show "no answer"; `/status` shows since when.',
  look: 'For ten minutes, at least half of the confirming homes that ran something in the last half hour, and at least five, did not answer. A home counts after five confirmations in a row within two days. "What routines answered" on the dashboard; `filter event in ["trigger.answered", "trigger.notAnswered"] | stats count() by event, bin(5m)`; `status.homesSilent` has the number. With `canary-fails` at the same time, the cause is not in the homes. While few homes confirm, a regional power or network failure looks the same.',
  fix: "Check Amazon's status page for Alexa, and start one of your routines by voice. If a deployment broke the receipts (`alexa-skill-fails`, `receipts.failed`, `Directives` on the dashboard), go back (RUNBOOK.md).",
  ends: 'Half an hour after homes answer again, or sooner as the same homes answer.',
  metric: productMetric(stage, 'HomesSilent', 'Minimum', { by: { job: 'watchChannels' } }),
  atLeast: 1,
  periods: 2,
  silence: 'good',
});

/** A few users disable the skill every day, which is normal. */
const linksEnding = (stage: string): AlarmRow => ({
  name: 'links-ending',
  impact: 'Ten or more users an hour get a mail that the skill is off, and their triggers stop.',
  look: '`filter event = "gateway.grantRevoked" | stats count() by reason, bin(5m)` in `webhook`, `triggers`, `alexa-skill`, `worker` and `schedules`. Was the skill hidden? `invalidGrant` for many: does `alexa` have another client id? `skillDisabled`: was a new version of the skill published?',
  fix: 'Restore the client or the skill. Grants do not return: users reconnect, or disable and enable the skill in the Alexa app. Mail, app and answers name the step that helps them.',
  ends: 'An hour after there were fewer than ten.',
  metric: productMetric(stage, 'LinksEnded', 'Sum', { over: Duration.hours(1) }),
  atLeast: 10,
  silence: 'good',
});

/**
 * Counts accounts that were refused within an hour. A stop for all users counts as enough of them, because the refusals
 * that led to it may be a day apart.
 */
const enablementsRefused = (stage: string): AlarmRow => ({
  name: 'enablements-refused',
  impact:
    'Users read "Amazon does not let us enable the skill" after our button. The steps by hand in the Alexa app still work.',
  look: '`enablement.stopped` in `auth`: all users are led to the Alexa app. Without it, three accounts were refused within an hour while others connect. `filter event = "enablement.refused" | stats count() by reason, bin(5m)`.',
  fix: 'docs/skill-refused.md has the fix for each reason.',
  ends: 'An hour after the last refusal. Users see the steps by hand until an enablement succeeds, or for a week after the last refusal.',
  metric: new MathExpression({
    expression: `FILL(refused, 0) + ${neededAccounts} * FILL(stopped, 0)`,
    usingMetrics: {
      refused: productMetric(stage, 'EnablementsRefused', 'Sum', { over: Duration.hours(1) }),
      stopped: productMetric(stage, 'EnablementsStopped', 'Sum', { over: Duration.hours(1) }),
    },
    period: Duration.hours(1),
  }),
  atLeast: neededAccounts,
  silence: 'good',
});

const tableMetric = (stage: string, metricName: string, dimensions: Record<string, string> = {}): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: tableName(stage), ...dimensions },
    statistic: 'Sum',
    period,
  });

/** AWS counts system errors per operation. */
const operations = ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'TransactWriteItems'] as const;

/** Functions retry a single refusal, so the alarm waits for ten. */
function tableRefuses(stage: string): AlarmRow {
  const failures = Object.fromEntries(
    operations.map((Operation, index) => [`f${index}`, tableMetric(stage, 'SystemErrors', { Operation })]),
  );
  const usingMetrics: Record<string, IMetric> = {
    reads: tableMetric(stage, 'ReadThrottleEvents'),
    writes: tableMetric(stage, 'WriteThrottleEvents'),
    ...failures,
  };
  const filled = Object.keys(usingMetrics).map((name) => `FILL(${name}, 0)`);
  return {
    name: 'table-refuses',
    impact: 'The app asks users to try again shortly; webhooks get 503 with `Retry-After`.',
    look: '"Table" on the dashboard: `ReadThrottleEvents`, `WriteThrottleEvents`; https://health.aws.amazon.com for DynamoDB. Busiest workspaces: `filter event like /^trigger/ | stats count() as runs by workspaceId | sort runs desc`.',
    fix: 'Wait: an on-demand table doubles its capacity within minutes, and a limit per trigger (`runsPerMinute`) holds one workspace back.',
    metric: new MathExpression({ expression: `SUM([${filled.join(', ')}])`, usingMetrics, label: 'refused', period }),
    atLeast: 10,
    periods: 2,
    silence: 'good',
  };
}

/** CloudFront's metrics are in us-east-1. */
export const cdnMetric = (DistributionId: string, metricName: string, statistic: string): Metric =>
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
  impact:
    'One response in ten is an error: pages do not load, webhooks fail. Counted over at least fifty requests in five minutes, three times in a row.',
  look: '"API" and "CDN" on the dashboard. 5xx of the API as well: the alarm of a function is on, or the limit of the stage (`integrationStatus` and `error` in `/aws/vendedlogs/recado-<stage>-api`). Only the CDN: it does not reach the API (secret `origin`, domain). Only 503 and 504 of webhooks: `runs-not-taken`.',
  fix: 'Fix the other alarm first; after a deployment, go back (RUNBOOK.md).',
  ends: 'After five minutes below a tenth.',
  metric: ifEnough(50, cdnMetric(distributionId, 'Requests', 'Sum'), 'errors', {
    errors: cdnMetric(distributionId, '5xxErrorRate', 'Average'),
  }),
  atLeast: 10,
  periods: 3,
  silence: 'good',
});

/** Renewal begins 60 days before the expiry. An imported certificate is not renewed. */
const certificateExpires = (CertificateArn: string): AlarmRow => ({
  name: 'certificate-expires',
  impact: 'Nothing yet. In three weeks browsers warn about the site and every webhook fails.',
  look: '`aws acm describe-certificate --certificate-arn <arn>`: `RenewalSummary` names the missing step.',
  fix: 'A certificate of the stage needs its DNS record: restore it. An imported one (`certificateArn`): issue a new one, put its ARN into the settings, and deploy the stack `edge`.',
  ends: 'Once a certificate with a longer life is in use.',
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
  impact: 'Nothing yet. At 10 %, Amazon stops our mails.',
  look: '`filter event = "mail.refused"` in `worker` and `schedules`; the reputation page of Amazon SES. The rate is that of the whole account: does something else send mail?',
  fix: 'Stop the sender of mails to addresses that do not exist. Our addresses come from Amazon or Google.',
  ends: 'As the rate falls, over days.',
  metric: new Metric({
    namespace: 'AWS/SES',
    metricName: 'Reputation.BounceRate',
    statistic: 'Average',
    period: Duration.hours(1),
  }),
  atLeast: 0.05,
  silence: 'good',
});
