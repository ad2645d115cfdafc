import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';

import { whatsappInboundContract } from '#shared/contracts/whatsapp-inbound.ts';

import type { StageConfig } from '../../config.ts';
import type { FunctionRow } from '../../functions.ts';
import type { AlarmRow } from '../alarm-row.ts';
import { gatewaysName } from '../names.ts';
import { connectionsOf } from './gateway-database.ts';

const period = Duration.minutes(5);
const bytesOfGb = 1024 ** 3;

/** Alarms about the resources of a gateway and its database. Functions detect a gateway that is down. */
export function gatewayAlarmRows({ name: stage, whatsapp }: StageConfig, rows: readonly FunctionRow[]): AlarmRow[] {
  // False for the copy in another region, which has no gateways.
  const takesMessages = rows.some(({ contracts }) => contracts?.includes(whatsappInboundContract));
  const database = whatsapp?.hosting?.database;
  if (!takesMessages || database === undefined) return [];
  const databaseMetric = (metricName: string, statistic: string): Metric =>
    new Metric({
      namespace: 'AWS/RDS',
      metricName,
      dimensionsMap: { DBInstanceIdentifier: gatewaysName(stage) },
      statistic,
      period,
    });
  return [
    {
      name: 'gateway-memory',
      impact: 'Nothing yet. Without memory the task restarts, and its numbers are silent for one to three minutes.',
      look: 'Metric `MemoryUtilization` of the cluster `recado-<stage>-gateways` by service (the shard); `LineRoom` against its `capacity`. Did it grow slowly (a leak) or with new numbers?',
      fix: 'A larger `task`, or a lower `capacity` and one more shard, in `infra/stages/<stage>.jsonc`; deploy when few users write. A leak: restart the task (RUNBOOK.md), then use a newer image.',
      ends: 'Only after a fix.',
      metric: fullestTask(stage),
      atLeast: 85,
      periods: 3,
      silence: 'good',
    },
    {
      name: 'gateway-database-full',
      impact: 'Nothing yet. A full database accepts no new number, and gateways lose the credentials of their numbers.',
      look: 'Metric `FreeStorageSpace` of the database `recado-<stage>-gateways`. It grows automatically up to four times `storageGb`, once in six hours.',
      fix: 'A larger `storageGb`. It can never be reduced.',
      ends: 'When the storage has grown.',
      metric: databaseMetric('FreeStorageSpace', 'Minimum'),
      atMost: database.storageGb * bytesOfGb * 0.1,
      silence: 'good',
    },
    {
      name: 'gateway-database-connections',
      impact: 'Nothing yet. At the limit a number cannot connect, and after a restart some numbers do not return.',
      look: 'Metric `DatabaseConnections`. Each number has its own database with some connections. More numbers, or a new image?',
      fix: 'The next `size` of the database (some minutes of downtime for it; numbers keep working), or a lower `capacity`.',
      ends: 'When numbers are disconnected.',
      metric: databaseMetric('DatabaseConnections', 'Maximum'),
      atLeast: connectionsOf(database.size) * 0.8,
      silence: 'good',
    },
    {
      name: 'gateway-database-busy',
      impact: 'Commands are answered late; connecting a number takes a long time.',
      look: 'Metrics `CPUUtilization`, `ReadIOPS` and `WriteIOPS`. After a deployment, all numbers start at once: allow ten minutes.',
      fix: 'The next `size` of the database.',
      ends: 'Automatically, if a start was the reason.',
      metric: databaseMetric('CPUUtilization', 'Average'),
      atLeast: 90,
      periods: 3,
      silence: 'good',
    },
  ];
}

const fullestTask = (stage: string): MathExpression =>
  new MathExpression({
    expression: `SELECT MAX(MemoryUtilization) FROM SCHEMA("AWS/ECS", ClusterName, ServiceName) WHERE ClusterName = '${gatewaysName(stage)}'`,
    label: 'memory',
    period,
  });
