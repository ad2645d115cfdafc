import { Duration } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';

import { whatsappInboundContract } from '#shared/contracts/whatsapp-inbound.ts';
import { whatsappContract } from '#shared/contracts/whatsapp.ts';

import type { FunctionRow } from '../../functions.ts';
import { productMetric, metricSum, type AlarmRow } from '../alarm-row.ts';

export const whatsappAlarms = (stage: string, row: FunctionRow): AlarmRow[] => [
  ...(typeof row.source === 'object' && row.readsDueIndex === 'lines' ? lineAlarms(stage, row) : []),
  ...(row.contracts?.includes(whatsappContract) ? [noCodes(stage, row)] : []),
  ...(row.contracts?.includes(whatsappInboundContract) ? [deadLines(stage, row), unreadableAlarm(stage, row)] : []),
];

const reconcilerMetric = (stage: string, name: 'LinesLost' | 'LineRoom', statistic: string): Metric =>
  productMetric(stage, name, statistic, { by: { job: 'reconcile' } });

const lineAlarms = (stage: string, row: FunctionRow): AlarmRow[] => [
  {
    name: `${row.name}-gateway-silent`,
    impact:
      'Messages in groups are not answered, and no number can be connected. After ten minutes the page shows the numbers as LOST; nothing is deleted.',
    look: '`filter event = "line.gatewaySilent" | stats count() by shard, code, status` in `whatsapp-jobs`; metric `GatewaySilent` by `shard` shows since when. Does the task of the gateway run, and does `GET /ping` answer?',
    fix: 'RUNBOOK.md, "A WhatsApp gateway does not answer". On your own server: docs/whatsapp-gateway.md.',
    ends: 'Once the gateway answers; the numbers are CONNECTED within five minutes, without a new scan.',
    metric: metricSum(stage, 'GatewaySilent', 'silent'),
    atLeast: 1,
    periods: 3,
    silence: 'good',
  },
  {
    name: `${row.name}-gateway-unsuitable`,
    impact:
      'Messages in groups are not answered, and no number can be connected. No number or group is lost because of it.',
    look: '`filter event = "line.gatewayUnsuitable" | stats count() by shard, version` in `whatsapp-jobs`; then `GET /api/version` of that gateway.',
    fix: "A WAHA must be 2026.7.1 or newer and run GOWS (`WHATSAPP_DEFAULT_ENGINE=GOWS`, image `gows-<version>`); an Evolution API must be 2.3.x. If a new image caused this, return to the previous one with the same database: engines cannot use each other's credentials.",
    ends: 'With the first comparison after a suitable version is running.',
    metric: metricSum(stage, 'GatewayUnsuitable', 'unsuitable'),
    atLeast: 1,
    silence: 'good',
  },
  {
    name: `${row.name}-lost-lines`,
    impact: 'Five numbers or more have had no connection for 15 minutes; their groups are not answered.',
    look: '`filter event = "line.moved" and to = "LOST" | stats count() by bin(5m)` in `whatsapp-inbound` and `whatsapp-jobs`; metric `LinesLost` by `shard`. One shard: its gateway cannot reach WhatsApp. All shards: WhatsApp, or a version that WhatsApp no longer accepts.',
    fix: 'The outbound connection of the gateway (address, NAT, DNS), or a newer image. After 24 hours a lost number is disconnected and its owner gets a mail.',
    ends: 'When fewer than five are lost.',
    metric: reconcilerMetric(stage, 'LinesLost', 'Maximum'),
    atLeast: 5,
    periods: 3,
    silence: 'good',
  },
  {
    name: `${row.name}-no-room`,
    impact: 'Nothing yet; at 0 no further number can be connected (`whatsapp.full`).',
    look: 'Metric `LineRoom` by `shard`; which shards are draining (`WHATSAPP_SHARDS`)?',
    fix: 'Add a shard to `infra/stages/<stage>.jsonc`, with its key in the secret `whatsapp`; or raise `capacity` if the task has the memory.',
    ends: 'When numbers are disconnected, or after a deployment with more capacity.',
    metric: reconcilerMetric(stage, 'LineRoom', 'Minimum'),
    atMost: 2,
    silence: 'good',
  },
];

const noCodes = (stage: string, row: FunctionRow): AlarmRow => ({
  name: `${row.name}-no-codes`,
  impact: 'Users wait for a QR code and see none: three codes were missing within ten minutes.',
  look: '`filter event = "line.noQrCode" | stats count() by shard` in `whatsapp`; each line was already restarted once. `line.startedAgain`: a line stopped during pairing. It restarts at most once in 30 s; after three accepted restarts, the next stop ends the pairing.',
  fix: 'The outbound connection of the gateway to WhatsApp, or a newer image: WhatsApp gives no codes to outdated gateways.',
  ends: 'After ten minutes.',
  metric: metricSum(stage, 'QrMissing', 'missing', Duration.minutes(10)),
  atLeast: 3,
  silence: 'good',
});

/** A removed line that still sends events is stuck in a loop, which only a restart of the gateway ends. */
const deadLines = (stage: string, row: FunctionRow): AlarmRow => ({
  name: `${row.name}-dead-lines`,
  impact: 'Nothing yet. WhatsApp sees a device that reconnects again and again, which may cost the owner the number.',
  look: '`filter event = "line.afterlife" | stats count() by shard, instanceId` in `whatsapp-inbound`: events of lines that the gateway had reported as removed.',
  fix: 'Restart the task of that `shard` (RUNBOOK.md). Its other lines are back within three minutes, without a new scan.',
  ends: 'An hour after the line was removed, when its address is forgotten. The gateway itself does not stop.',
  metric: metricSum(stage, 'LineAfterlife', 'events'),
  atLeast: 10,
  silence: 'good',
});

/** A single unreadable message does not mean that the format has changed. */
const unreadableAlarm = (stage: string, row: FunctionRow): AlarmRow => ({
  name: `${row.name}-unreadable`,
  impact: 'Commands in WhatsApp groups do nothing and get no answer.',
  look: '`filter event = "inbound.refused" and reason = "unreadable" | stats count() by shard` in `whatsapp-inbound`: ten signed deliveries in an hour that the adapter cannot parse. All on one shard since a new image: its version uses another format. A few among many: a new kind of message, and no command is lost.',
  fix: 'Return to the previous image by its digest. Then fix the adapter in `functions/providers/whatsapp` with recorded deliveries. Unreadable deliveries were answered with 200 and are not repeated.',
  ends: 'An hour after there were fewer than ten.',
  metric: metricSum(stage, 'DeliveryUnreadable', 'deliveries', Duration.hours(1)),
  atLeast: 10,
  silence: 'good',
});
