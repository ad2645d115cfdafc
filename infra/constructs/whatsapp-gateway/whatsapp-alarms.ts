import { Duration } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';

import { whatsappInboundContract } from '#shared/contracts/whatsapp-inbound.ts';
import { whatsappContract } from '#shared/contracts/whatsapp.ts';

import type { FunctionRow } from '../../functions.ts';
import { ours, sumOf, type AlarmRow } from '../alarm-row.ts';

export const whatsappAlarms = (stage: string, row: FunctionRow): AlarmRow[] => [
  ...(typeof row.source === 'object' && row.readsDueIndex === 'lines' ? lineAlarms(stage, row) : []),
  ...(row.contracts?.includes(whatsappContract) ? [noCodes(stage, row)] : []),
  ...(row.contracts?.includes(whatsappInboundContract) ? [deadLines(stage, row), unreadableAlarm(stage, row)] : []),
];

const ofReconciler = (stage: string, name: 'LinesLost' | 'LineRoom', statistic: string): Metric =>
  ours(stage, name, statistic, { by: { job: 'reconcile' } });

const lineAlarms = (stage: string, row: FunctionRow): AlarmRow[] => [
  {
    name: `${row.name}-gateway-silent`,
    people: row.ifThisBreaks,
    metric: sumOf(stage, 'GatewaySilent', 'silent'),
    atLeast: 1,
    periods: 3,
    silence: 'good',
  },
  {
    name: `${row.name}-gateway-unsuitable`,
    people: row.ifThisBreaks,
    metric: sumOf(stage, 'GatewayUnsuitable', 'unsuitable'),
    atLeast: 1,
    silence: 'good',
  },
  {
    name: `${row.name}-lost-lines`,
    people: row.ifThisBreaks,
    metric: ofReconciler(stage, 'LinesLost', 'Maximum'),
    atLeast: 5,
    periods: 3,
    silence: 'good',
  },
  {
    name: `${row.name}-no-room`,
    people: row.ifThisBreaks,
    metric: ofReconciler(stage, 'LineRoom', 'Minimum'),
    atMost: 2,
    silence: 'good',
  },
];

const noCodes = (stage: string, row: FunctionRow): AlarmRow => ({
  name: `${row.name}-no-codes`,
  people: row.ifThisBreaks,
  metric: sumOf(stage, 'QrMissing', 'missing', Duration.minutes(10)),
  atLeast: 3,
  silence: 'good',
});

/** A removed line that still sends events is stuck in a loop, which only a restart of the gateway ends. */
const deadLines = (stage: string, row: FunctionRow): AlarmRow => ({
  name: `${row.name}-dead-lines`,
  people: row.ifThisBreaks,
  metric: sumOf(stage, 'LineAfterlife', 'events'),
  atLeast: 10,
  silence: 'good',
});

/** A single unreadable message does not mean that the format has changed. */
const unreadableAlarm = (stage: string, row: FunctionRow): AlarmRow => ({
  name: `${row.name}-unreadable`,
  people: row.ifThisBreaks,
  metric: sumOf(stage, 'DeliveryUnreadable', 'deliveries', Duration.hours(1)),
  atLeast: 10,
  silence: 'good',
});
