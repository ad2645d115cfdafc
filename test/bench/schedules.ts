import { BatchWriteCommand, DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';

import { createTable } from '#functions/data/create-table.ts';
import { plannedRunItem, storedPlannedRun } from '#functions/data/items/planned-run-item.ts';
import { accessKey, triggerKey, workspaceKey } from '#functions/data/keys.ts';
import { createTable as openTable, type Table } from '#functions/data/table.ts';
import type { Log } from '#functions/platform/log.ts';
import { createMetrics } from '#functions/platform/metrics.ts';
import type { Http } from '#functions/providers/http.ts';
import { clock } from '#functions/wiring/clock.ts';

import { localClient, localCredentials, startDynamodb } from '../local/table/dynamodb.ts';
import { anAccess } from '../support/worlds/a-grant.ts';
import { aLinkedWorkspace } from '../support/worlds/a-linked-workspace.ts';
import { aTrigger } from '../support/worlds/a-trigger.ts';
import { testWorld } from '../support/worlds/test-world.ts';
import { quantile } from './statistics.ts';

const due = Number(process.env['SCHEDULES_DUE'] ?? 10_000);
const perWorkspace = 10;
/** About as long as Amazon takes to answer. */
const gatewayMs = 120;
const minuteMs = 60_000;

/** The product skips a run that is ten minutes late. */
const limitMs = 8 * minuteMs;

/**
 * Measures how long each event takes when all runs are due at the same moment. The clock runs once a minute, as on AWS.
 */
export async function benchSchedules(): Promise<boolean> {
  process.env['AWS_ACCESS_KEY_ID'] = localCredentials.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = localCredentials.secretAccessKey;
  const dynamodb = await startDynamodb({ port: 0 });
  try {
    const client = localClient(dynamodb.endpoint);
    const name = 'schedules';
    await createTable(client, name, { withStream: false });
    await fill({
      doc: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
      name,
    });
    client.destroy();
    return await measured(
      openTable({ TABLE_NAME: name, DYNAMODB_ENDPOINT: dynamodb.endpoint, DATA_REGION: 'us-east-1' }),
    );
  } finally {
    await dynamodb.close();
  }
}

async function fill(table: Table): Promise<void> {
  const at = new Date();
  const items: Record<string, unknown>[] = [];
  for (let workspaceId = 1; workspaceId <= due / perWorkspace; workspaceId += 1) {
    const workspace = aLinkedWorkspace({ id: workspaceId, timeZone: 'America/Sao_Paulo' });
    items.push({ ...workspaceKey(workspaceId), ...workspace });
    items.push({ ...accessKey({ workspaceId }), ...anAccess(at) });
    for (let number = 0; number < perWorkspace; number += 1) {
      const triggerId = `trigger-${workspaceId}-${number}`;
      const { deviceId: _, ...trigger } = aTrigger({ id: triggerId, workspaceId, link: 1 });
      items.push({ ...triggerKey(workspaceId, triggerId), ...trigger });
      const createdAt = at.toISOString();
      const rule = { days: [1, 2, 3, 4, 5, 6, 7], time: '07:00' };
      const plan = { id: `plan-${number}`, workspaceId, link: 1, triggerId, rule, timeZone: 'America/Sao_Paulo' };
      const about = { type: 'plannedRun', by: 'click', nextAt: createdAt, createdAt, rev: 1 } as const;
      items.push(storedPlannedRun({ ...plan, ...about }));
    }
  }
  for (let start = 0; start < items.length; start += 25) {
    const puts = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await table.doc.send(new BatchWriteCommand({ RequestItems: { [table.name]: puts } }));
  }
}

async function measured(table: Table): Promise<boolean> {
  const delays: number[] = [];
  let began = 0;
  const http: Http = async () => {
    delays.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, gatewayMs));
    return { outcome: 'reply', status: 202, headers: {}, body: '' };
  };
  const metrics = createMetrics({ write: () => undefined, now: () => new Date(), namespace: 'bench' });
  const putOff = { 'plannedRun.postponed': 0, 'plannedRun.failed': 0 };
  const log: Log = (event) => {
    if (event === 'plannedRun.postponed' || event === 'plannedRun.failed') putOff[event] += 1;
  };
  const tick = clock(testWorld({ table, http, metrics, log }));
  began = performance.now();
  let minutes = 0;
  while (delays.length < due && minutes * minuteMs < limitMs) {
    const ends = performance.now() + 55_000;
    await tick({ job: 'runDue' }, { getRemainingTimeInMillis: () => ends - performance.now() });
    minutes += 1;
    console.log(`after minute ${minutes}: ${delays.length} of ${due}, ${seconds(performance.now() - began)} s`);
    const rest = minutes * minuteMs - (performance.now() - began);
    if (delays.length < due && rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  }
  console.log(
    `put off to the next minute: ${putOff['plannedRun.postponed']} busy, ${putOff['plannedRun.failed']} failed`,
  );
  const shares = [0.5, 0.95, 0.99, 1].map((share) => seconds(quantile(delays, share)));
  console.log(`due to event, p50, p95, p99 and maximum: ${shares.join(', ')} s`);
  const outcomes = await outcomesOf(table);
  console.log(`outcomes: ${[...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', ')}`);
  return delays.length === due && quantile(delays, 1) < limitMs;
}

/** Counts the stored outcomes of the plans' last runs. */
async function outcomesOf(table: Table): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const scan = new ScanCommand({
      TableName: table.name,
      FilterExpression: '#type = :plan',
      ExpressionAttributeNames: { '#type': 'type' },
      ExpressionAttributeValues: { ':plan': 'plannedRun' },
      ExclusiveStartKey,
      // Larger pages exceed the table client's timeout.
      Limit: 500,
    });
    const { Items = [], LastEvaluatedKey } = await table.doc.send(scan);
    for (const item of Items) {
      const outcome = plannedRunItem.parse(item).last?.outcome ?? 'not run';
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return counts;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);
