import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';

import { refusalFor } from '#functions/platform/http/answer.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';

import { readBatch } from './read-batch.ts';
import { createRunStore } from './triggers/run-store.ts';
import { createWorkspaceStore } from './workspaces/workspace-store.ts';

// DynamoDB Local never leaves keys unprocessed, so a mock does.
const doc = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));
const mock = mockClient(doc);
const waiting = { pause: () => Promise.resolve(), random: () => 0.5 };
const table = { doc, name: 'recado', waiting };

const keysOf = (count: number) => Array.from({ length: count }, (_, index) => ({ pk: 'P', sk: `S${index}` }));
const leftOut = (Keys: object[]) => ({ UnprocessedKeys: { recado: { Keys: Keys.map((key) => ({ ...key })) } } });
const askedAtOnce = () => mock.commandCalls(BatchGetCommand).map(({ args }) => args[0].input.RequestItems?.['recado']);

beforeEach(() => void mock.reset());

test('reads a batch with one call', async () => {
  mock.on(BatchGetCommand).resolves({ Responses: { recado: keysOf(3) } });
  expect(await readBatch(table, keysOf(3))).toEqual(keysOf(3));
  expect(askedAtOnce()).toEqual([{ Keys: keysOf(3), ConsistentRead: true }]);
});

test('requests only the keys again that a busy table left unprocessed', async () => {
  const [first, second] = keysOf(2);
  mock
    .on(BatchGetCommand)
    .resolvesOnce({ Responses: { recado: [{ ...first }] }, ...leftOut([{ ...second }]) })
    .resolves({ Responses: { recado: [{ ...second }] } });
  expect(await readBatch(table, keysOf(2))).toEqual([first, second]);
  expect(askedAtOnce()[1]).toEqual({ Keys: [second], ConsistentRead: true });
});

test('reads more than a hundred keys in batches of a hundred', async () => {
  mock.on(BatchGetCommand).callsFake((input) => ({ Responses: { recado: input.RequestItems.recado.Keys } }));
  expect(await readBatch(table, keysOf(250))).toHaveLength(250);
  expect(askedAtOnce().map((lot) => lot?.Keys?.length)).toEqual([100, 100, 50]);
});

test('makes no call for an empty list of keys', async () => {
  expect(await readBatch(table, [])).toEqual([]);
  expect(mock.calls()).toHaveLength(0);
});

test('does not retry when the deadline is shorter than the pause', async () => {
  mock.on(BatchGetCommand).resolves(leftOut(keysOf(1)));
  const deadline = deadlineIn(() => new Date(), 0);
  await expect(readBatch(table, keysOf(1), deadline)).rejects.toThrow('busy');
  expect(mock.calls()).toHaveLength(1);
});

test(
  'reads the facts of an execution consistently, so that a replaced token cannot fire',
  { tags: 'threat-webhook-leak' },
  async () => {
    mock.on(BatchGetCommand).resolves({});
    const deadline = deadlineIn(() => new Date(), 6_000);
    await createRunStore(table).facts({ workspaceId: 7, triggerId: 'x', withSubscription: true, deadline });
    expect(askedAtOnce()).toMatchObject([{ ConsistentRead: true }]);
  },
);

test('reports server.busy to executions and pages when the table stays busy', async () => {
  mock.onAnyCommand().resolves({ Items: [{ type: 'membership', workspaceId: 7 }] });
  mock.on(BatchGetCommand).callsFake((input) => leftOut(input.RequestItems.recado.Keys));
  const request = { workspaceId: 7, triggerId: 'x', withSubscription: false };
  const facts = createRunStore(table).facts({ ...request, deadline: deadlineIn(() => new Date(), 6_000) });
  const list = createWorkspaceStore(table).list('ana');
  for (const busy of await Promise.all([facts.catch(refusalFor), list.catch(refusalFor)])) {
    expect(busy).toMatchObject({ code: 'server.busy', status: 503 });
  }
  expect(mock.commandCalls(BatchGetCommand)).toHaveLength(10);
});
