import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';

import type { FunctionRow } from '../functions.ts';
import { productMetric, period, metricSum, type AlarmRow } from './alarm-row.ts';
import { failuresName, functionName, lostChangesName, metricsNamespace } from './names.ts';
import { errorLinesMetric } from './product-function.ts';
import { whatsappAlarms } from './whatsapp-gateway/whatsapp-alarms.ts';

const lambdaMetric = (stage: string, row: { name: string }, metricName: string, statistic = 'Sum'): Metric =>
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
      ? [stoppedAlarm(stage, row, Math.min(...row.source.map(({ everyMinutes }) => everyMinutes)))]
      : []),
    ...(row.readsDueIndex === 'outbox' ? [deadWork(stage, row), lateWork(stage, row), unwatchedAlarm(stage, row)] : []),
    ...(row.readsDueIndex === 'billing' ? [drift(stage, row)] : []),
    ...(row.readsDueIndex === 'clock' ? [lateClock(stage, row)] : []),
    ...whatsappAlarms(stage, row),
  ]);

/** Counts crashes, timeouts, throttled invocations and ERROR lines. */
function failures(stage: string, row: FunctionRow): AlarmRow {
  const over = row.onlyWith === 'canary' ? betweenRounds(row) : period;
  return {
    name: failuresName(row),
    ...row.whenItFails,
    look: `\`/aws/lambda/${functionName(stage, row)}\`: ${row.whenItFails.look}`,
    metric: new MathExpression({
      // `+` would return no data if a series has none.
      expression: 'SUM([FILL(crashes, 0), FILL(throttles, 0), FILL(errorLines, 0)])',
      usingMetrics: {
        crashes: lambdaMetric(stage, row, 'Errors').with({ period: over }),
        throttles: lambdaMetric(stage, row, 'Throttles').with({ period: over }),
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
    impact: 'New, renamed and deleted triggers reach Alexa five minutes late or more, and the run history has gaps.',
    look: 'Metric `IteratorAge` of `worker`: is it failing (`worker-fails`), throttled or busy?',
    fix: 'Fix the cause as for `worker-fails`. If the worker is only busy, wait. Changes are kept for a day and retried for six hours.',
    metric: lambdaMetric(stage, row, 'IteratorAge', 'Maximum'),
    atLeast: Duration.minutes(5).toMilliseconds(),
    silence: 'good',
  },
  {
    name: `${row.name}-lost-changes`,
    impact: 'Some runs are missing in the run history. Devices are not affected, because the sweep finds them.',
    look: 'Messages of the queue `recado-<stage>-lost-changes` (`aws sqs receive-message`) name shard and positions; then the log of `worker` at that time.',
    fix: 'The cause in the log. The lost lines of the history do not return; the trigger still shows its last run, with the name of the group member until the next run is stored. Then `aws sqs purge-queue --queue-url <url>`.',
    ends: 'After 14 days, when the messages expire, or after the purge.',
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

const stoppedAfter = (everyMinutes: number): number => Math.max(15, everyMinutes * 3);

const stoppedAlarm = (stage: string, row: FunctionRow, everyMinutes: number): AlarmRow => ({
  name: `${row.name}-stopped`,
  impact:
    row.onlyWith === 'canary' ? 'Users notice nothing; the canary no longer tests webhooks.' : row.whenItFails.impact,
  look: `No invocation of \`${row.name}\` for ${stoppedAfter(everyMinutes)} minutes, so no other alarm notices it. Is the rule of its schedule enabled? Does the function exist, and is concurrency left (\`Throttles\`)?`,
  fix: 'Enable the rule (RUNBOOK.md, "Enable a schedule"), or deploy the stack `api` again. The next round does the pending work.',
  ends: 'With the first invocation. It may be on for the first 15 minutes of a new stage.',
  metric: lambdaMetric(stage, row, 'Invocations').with({ period: Duration.minutes(stoppedAfter(everyMinutes)) }),
  atMost: 0,
  silence: 'bad',
});

const deadWork = (stage: string, row: FunctionRow): AlarmRow => ({
  name: `${row.name}-dead-work`,
  impact: 'A device never appears in Alexa or never leaves it, or remainders of an unlink stay in the table.',
  look: 'In `worker` and `schedules`: `filter event in ["outbox.dead", "outbox.unreadable"] | display @timestamp, topic, workspaceId, failure, attempts`.',
  fix: 'Fix the cause that `failure` names, then retry each item: RUNBOOK.md, "Retry work that was set aside".',
  ends: 'After five minutes, because it counts new items. The work stays set aside until you retry it.',
  metric: metricSum(stage, 'OutboxDead', 'dead'),
  atLeast: 1,
  silence: 'good',
});

/** Due work normally waits a minute or two. */
const lateWork = (stage: string, row: FunctionRow): AlarmRow => ({
  name: `${row.name}-late-work`,
  impact: 'New, renamed and deleted triggers reach Alexa ten minutes late or more. Mails are late as well.',
  look: '`OutboxDue` and `OutboxLateSeconds` on the dashboard. Does `sweep.done` appear each minute, or is there a timeout? `filter event = "outbox.postponed" | stats count() by topic, failure` shows the failing work.',
  fix: 'An unavailable gateway, or Amazon, delays all work of its kind: wait. A long queue also clears.',
  ends: 'Once the oldest work is done.',
  metric: productMetric(stage, 'OutboxLateSeconds', 'Maximum', { by: { job: 'sweep' } }),
  atLeast: 600,
  periods: 2,
  silence: 'good',
});

const unwatchedAlarm = (stage: string, row: FunctionRow): AlarmRow => ({
  name: `${row.name}-channels-unwatched`,
  impact: 'The public status (`GET /api/status`) shows every channel as `unknown`.',
  look: 'The status job has not run for 15 minutes: errors of `schedules` with `watchChannels` in their stack, `item.unreadable`, or the rule of the schedule.',
  fix: 'Fix the error as for `schedules-fails`, or enable the rule (RUNBOOK.md, "Enable a schedule").',
  ends: 'With the next round, which covers the last hour.',
  metric: productMetric(stage, 'ChannelsWatched', 'Sum', { by: { job: 'watchChannels' }, over: Duration.minutes(15) }),
  atMost: 0,
  silence: 'bad',
});

/** A planned run normally waits a minute or two, and is skipped after ten. */
const lateClock = (stage: string, row: FunctionRow): AlarmRow => ({
  name: `${row.name}-late`,
  impact: 'Planned runs are five minutes late or more; after ten they are skipped and shown as missed.',
  look: '`ClockDue` and `ClockLateSeconds` on the dashboard; `filter event = "clock.ticked"`. `due` far above `settled` is a rush, as on the full hour (PERFORMANCE.md has the capacity per minute). Few due and none settled: one run fails each minute; `plannedRun.failed` and `plannedRun.postponed` name it. `workspace.tooMany` there is a workspace above its own limit and does not count as late.',
  fix: 'A rush passes. A run that fails each minute: see its line in docs/error-lines.md; `item.unreadable` next to it names a stored item that does not fit.',
  ends: 'After a rush, automatically.',
  metric: productMetric(stage, 'ClockLateSeconds', 'Maximum', { by: { job: 'runDue' } }),
  atLeast: 300,
  silence: 'good',
});

/** Differences day after day mean that events do not arrive. */
const drift = (stage: string, row: FunctionRow): AlarmRow => ({
  name: `${row.name}-drift`,
  impact: 'Payments and cancellations show up to an hour late. The alarm counts days and goes off after seven.',
  look: '`filter event = "billing.synced"` in `billing-jobs` shows the changes; does `stripe-events` receive anything? `billing.eventIgnored` there has the reason: `otherMode` (endpoint of the other mode), `unknownCustomer` (another stage), `thinEvent` (destination for v2 events), `connectedAccount`, `unreadable` (another API version). An event that was answered with 200 and is found here was lost in `stripe-events`: compare its time with the log.',
  fix: "Check the webhook endpoint in Stripe's dashboard: enabled, right address, version and events. `STRIPE_API_KEY=... npm run billing:setup -- --app-url=<AppUrl> --dry-run`, with a key for the set-up (docs/secrets.md), shows the differences.",
  ends: 'After a day without a difference.',
  metric: productMetric(stage, 'BillingDrift', 'Sum', { over: Duration.days(1) }),
  atLeast: 1,
  periods: 7,
  silence: 'good',
});
