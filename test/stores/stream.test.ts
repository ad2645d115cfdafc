import { randomUUID } from 'node:crypto';

import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';

import { createTable } from '#functions/data/create-table.ts';

import { runBackground, type Background } from '../local/background/background.ts';
import { streamReader, type Checkpoint } from '../local/background/stream-reader.ts';
import type { Invocation } from '../local/functions/function-host.ts';
import { localClient } from '../local/table/dynamodb.ts';

type Batch = { Records: { eventName: string; dynamodb: { Keys: { sk: { S: string } } } }[] };

const endpoint = inject('dynamodbUrl');
const client = localClient(endpoint);
const doc = DynamoDBDocumentClient.from(client);
let name: string;
beforeEach(async () => {
  name = `t-${randomUUID()}`;
  await createTable(client, name);
});

let background: Background | undefined;
afterEach(() => background?.close());

async function aWorker(settings: { from?: Checkpoint; does?: () => Invocation } = {}) {
  const woken: string[] = [];
  const kept: { checkpoint: Checkpoint } = { checkpoint: settings.from ?? {} };
  background = runBackground({
    rows: [{ name: 'worker', source: 'stream' }],
    reader: await streamReader(client, endpoint, name, kept.checkpoint),
    filters: [{ eventName: ['INSERT'], dynamodb: { Keys: { sk: { S: [{ prefix: 'OUTBOX#' }] } } } }],
    invoke: (_, event) => {
      const done = settings.does?.() ?? { ok: true, result: null };
      if (done.ok) woken.push(...sortKeys(event));
      return Promise.resolve(done);
    },
    save: (checkpoint) => Promise.resolve(void (kept.checkpoint = checkpoint)),
  });
  return { woken, kept, background };
}

const isBatch = (event: unknown): event is Batch => typeof event === 'object' && event !== null && 'Records' in event;
const sortKeys = (event: unknown): string[] =>
  isBatch(event) ? event.Records.map(({ dynamodb }) => dynamodb.Keys.sk.S) : [];

const write = (sk: string): Promise<unknown> => doc.send(new PutCommand({ TableName: name, Item: { pk: 'p', sk } }));

test('wakes the worker for changes that pass its filters, in order', async () => {
  const { woken, background: driven } = await aWorker();
  for (const sk of ['OUTBOX#1', 'TRIGGER#1', 'OUTBOX#2', 'OUTBOX#1']) await write(sk);
  await driven.drain();
  expect(woken).toEqual(['OUTBOX#1', 'OUTBOX#2']);
});

test('wakes the worker automatically soon after a write', async () => {
  const { woken } = await aWorker();
  await write('OUTBOX#1');
  await expect.poll(() => woken).toEqual(['OUTBOX#1']);
});

test('does not wake the worker while paused, and delivers everything once drained', async () => {
  const { woken, background: driven } = await aWorker();
  await driven.pause();
  await write('OUTBOX#1');
  driven.nudge();
  expect(woken).toEqual([]);
  await driven.drain();
  expect(woken).toEqual(['OUTBOX#1']);
});

test('continues the stream after a restart where it stopped', async () => {
  const first = await aWorker();
  await write('OUTBOX#1');
  await first.background.drain();
  await first.background.close();
  await write('OUTBOX#2');
  const second = await aWorker({ from: first.kept.checkpoint });
  await second.background.drain();
  expect(second.woken).toEqual(['OUTBOX#2']);
});

test('delivers a failed batch again', async () => {
  let calls = 0;
  const failed: Invocation = { ok: false, error: { errorType: 'Error', errorMessage: 'not yet' } };
  const { woken, background: driven } = await aWorker({
    does: () => ((calls += 1) === 1 ? failed : { ok: true, result: null }),
  });
  await write('OUTBOX#1');
  await driven.drain();
  expect(woken).toEqual(['OUTBOX#1']);
});
