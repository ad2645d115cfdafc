import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { triggerKey, triggerNameKey, workspaceKey, workspacePartition } from '#functions/data/keys.ts';
import { queryAll } from '#functions/data/query-all.ts';

import { tableName } from '../bench-settings.ts';

type Item = Record<string, unknown>;
type Home = { workspaceId: number; triggerIds: readonly string[] };

const atOnce = 8;
const batchSize = 25;

export async function fillWorkspace(doc: DynamoDBDocumentClient, home: Home, size: number): Promise<void> {
  const { own, sample } = await samplesOf(doc, home);
  const there = own.filter(({ type }) => type === 'trigger').length;
  await write(doc, function* () {
    for (let at = there; at < size; at += 1) yield* copiesOf(sample, home.workspaceId, at);
  });
}

export async function fillTable(doc: DynamoDBDocumentClient, home: Home, from: number, size: number): Promise<void> {
  const { own, sample } = await samplesOf(doc, home);
  const workspace = own.find(({ type }) => type === 'workspace') ?? {};
  await write(doc, function* () {
    for (let at = from; at < size; at += 1) {
      const id = 1_000_000 + at;
      yield { ...workspace, ...workspaceKey(id), id };
      yield copiesOf(sample, id, at)[0] ?? {};
    }
  });
}

async function samplesOf(doc: DynamoDBDocumentClient, { workspaceId, triggerIds }: Home) {
  const own = await queryAll(
    { doc, name: tableName },
    { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': workspacePartition(workspaceId) } },
  );
  return { own, sample: own.find(({ id }) => id === triggerIds[0]) ?? {} };
}

function copiesOf(sample: Item, workspaceId: number, at: number): Item[] {
  const id = `filler-${workspaceId}-${at}`;
  const name = `Filler ${at}`;
  const { run: _, rate: _rate, duePk: _due, ...trigger } = sample;
  return [
    { ...trigger, ...triggerKey(workspaceId, id), id, workspaceId, name },
    { ...triggerNameKey(workspaceId, name.toLowerCase()), type: 'triggerName', triggerId: id, link: sample['link'] },
  ];
}

async function write(doc: DynamoDBDocumentClient, items: () => Iterable<Item>): Promise<void> {
  const rest = items()[Symbol.iterator]();
  const take = (): Item[] => {
    const batch: Item[] = [];
    for (let next = rest.next(); !next.done; next = rest.next()) {
      batch.push(next.value);
      if (batch.length === batchSize) break;
    }
    return batch;
  };
  const writer = async (): Promise<void> => {
    for (let batch = take(); batch.length > 0; batch = take()) {
      const puts = batch.map((Item) => ({ PutRequest: { Item } }));
      await doc.send(new BatchWriteCommand({ RequestItems: { [tableName]: puts } }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, writer));
}
