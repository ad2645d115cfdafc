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
  // Commands in groups would stop, so the alarms use the text of that function.
  const row = rows.find(({ contracts }) => contracts?.includes(whatsappInboundContract));
  const database = whatsapp?.hosting?.database;
  if (row === undefined || database === undefined) return [];
  const people = row.ifThisBreaks;
  const ofDatabase = (metricName: string, statistic: string): Metric =>
    new Metric({
      namespace: 'AWS/RDS',
      metricName,
      dimensionsMap: { DBInstanceIdentifier: gatewaysName(stage) },
      statistic,
      period,
    });
  return [
    { name: 'gateway-memory', people, metric: fullestTask(stage), atLeast: 85, periods: 3, silence: 'good' },
    {
      name: 'gateway-database-full',
      people,
      metric: ofDatabase('FreeStorageSpace', 'Minimum'),
      atMost: database.storageGb * bytesOfGb * 0.1,
      silence: 'good',
    },
    {
      name: 'gateway-database-connections',
      people,
      metric: ofDatabase('DatabaseConnections', 'Maximum'),
      atLeast: connectionsOf(database.size) * 0.8,
      silence: 'good',
    },
    {
      name: 'gateway-database-busy',
      people,
      metric: ofDatabase('CPUUtilization', 'Average'),
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
