import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { dayKey, runPrefix, triggerPartition } from '#functions/data/keys.ts';
import { queryAll } from '#functions/data/query-all.ts';
import { streamFilters } from '#functions/data/stream-filters.ts';
import { readStreamBatch, type StreamChange } from '#functions/data/stream-record.ts';
import type { Table } from '#functions/data/table.ts';
import { processBatch } from '#functions/jobs/stream-batch.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { pairReceipts } from '#functions/triggers/receipts/pair-receipts.ts';
import { receiptPairing } from '#functions/wiring/parts/receipt-pairing.ts';
import { runHistory } from '#functions/wiring/parts/run-history.ts';

import { matches } from '../local/background/event-pattern.ts';
import { lambdaRecord } from '../local/background/stream-event.ts';
import type { StreamReader } from '../local/background/stream-reader.ts';
import { testWorld } from '../support/worlds/test-world.ts';
import type { Handed } from './injected/stream-faults.ts';
import type { ReportedRun } from './reported-runs.ts';

export async function changesIn(reader: StreamReader): Promise<StreamChange[]> {
  const found: Record<string, unknown>[] = [];
  for (let records = await reader.read(); records.length > 0; records = await reader.read()) {
    const written = records.map((record) => lambdaRecord(record, 'arn:aws:dynamodb:local:stream'));
    found.push(...written.filter((record) => Object.values(streamFilters).some((filter) => matches(filter, record))));
  }
  return readStreamBatch({ Records: found });
}

export const shardsOf = (changes: readonly StreamChange[]): StreamChange[][] => [
  ...Map.groupBy(changes, ({ key }) => `${key.pk} ${key.sk}`).values(),
];

type Worker = { table: Table; processPartition: (partition: string) => Promise<unknown> };

/** Returns how many batches failed. */
export async function work(
  { table, processPartition }: Worker,
  handed: readonly Handed<StreamChange>[],
): Promise<number> {
  let failed = 0;
  for (const { changes, fails } of handed) {
    const own = fails ? failing(table) : table;
    const deps = {
      ...runHistory(testWorld({ table: own })),
      pairReceipts: (triggerId: string) => pairReceipts(receiptPairing(testWorld({ table: own })), triggerId),
      processPartition: (partition: string) => processPartition(partition).then(() => 'done' as const),
      keepWarm: () => Promise.resolve(),
      queueLook: () => Promise.resolve(),
      closeContact: () => Promise.resolve(),
      log: () => undefined,
    };
    const worked = processBatch(
      deps,
      changes,
      deadlineIn(() => new Date(), 60_000),
    );
    await (fails ? worked.catch(() => void (failed += 1)) : worked);
  }
  return failed;
}

/** Fails every call, every other one only after it took effect. */
function failing(table: Table): Table {
  let calls = 0;
  const doc = new Proxy(table.doc, {
    get(target, property, receiver) {
      if (property !== 'send') return Reflect.get(target, property, receiver);
      return async (command: Parameters<typeof target.send>[0]) => {
        calls += 1;
        if (calls % 2 === 0) throw new Error('The table fails.');
        await target.send(command);
        throw new Error('The answer of the table was lost.');
      };
    },
  });
  return { ...table, doc };
}

const keptRun = z.object({ id: z.string(), at: z.string(), outcome: z.string() });
const count = z._default(z.number(), 0);
const counted = z.object({ sent: count, maybe: count, failed: count });

export async function historyProblems(table: Table, told: readonly ReportedRun[]): Promise<string[]> {
  const problems: string[] = [];
  for (const [triggerId, runs] of Map.groupBy(told, (run) => run.triggerId)) {
    const kept = await keptRuns(table, triggerId);
    for (const [id, copies] of Map.groupBy(kept, (run) => run.id)) {
      if (copies.length > 1) problems.push(`${id} is in the history ${copies.length} times`);
      const run = runs.find(({ executionId }) => executionId === id);
      if (!run) problems.push(`${id} is in the history, and nobody was told of it`);
      else if (run.outcome !== copies[0]?.outcome) problems.push(`${id} is in the history as ${copies[0]?.outcome}`);
    }
    const missing = runs.filter((run) => !run.mayMiss && !kept.some(({ id }) => id === run.executionId));
    problems.push(...missing.map(({ executionId, outcome }) => `${executionId}, ${outcome}, is not in the history`));
  }
  return problems;
}

const keptRuns = async (table: Table, triggerId: string) =>
  z.array(keptRun).parse(
    await queryAll(table, {
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :runs)',
      ExpressionAttributeValues: { ':pk': triggerPartition(triggerId), ':runs': runPrefix },
    }),
  );

export async function dayProblems(table: Table, workspaceId: number, triggerIds: readonly string[]): Promise<string[]> {
  const runs = (await Promise.all(triggerIds.map((id) => keptRuns(table, id)))).flat();
  const problems: string[] = [];
  for (const [day, ofDay] of Map.groupBy(runs, ({ at }) => at.slice(0, 10))) {
    const Key = dayKey(workspaceId, day);
    const { Item } = await table.doc.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }));
    const { sent, maybe, failed } = counted.parse(Item ?? {});
    const wasSent = ofDay.filter(({ outcome }) => outcome === 'sent').length;
    const mayBe = ofDay.filter(({ outcome }) => outcome === 'unknown').length;
    const wasNot = ofDay.filter(({ outcome }) => !['sent', 'unknown', 'echo'].includes(outcome)).length;
    if (sent !== wasSent || maybe !== mayBe || failed !== wasNot)
      problems.push(`${day} counts ${[sent, maybe, failed].join()}, and it was ${[wasSent, mayBe, wasNot].join()}`);
  }
  return problems;
}
