import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';

import { refusalFor } from '#functions/platform/http/answer.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';

import { readBatch } from './read-batch.ts';
import { createRunStore } from './triggers/run-store.ts';
import { createWorkspaceStore } from './workspaces/workspace-store.ts';

// A table that is too busy for a part of a batch cannot be made on the local one.
const doc = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));
const mock = mockClient(doc);
const table = { doc, name: 'recado' };

const keysOf = (count: number) => Array.from({ length: count }, (_, index) => ({ pk: 'P', sk: `S${index}` }));
const leftOut = (Keys: object[]) => ({ UnprocessedKeys: { recado: { Keys: Keys.map((key) => ({ ...key })) } } });
const askedAtOnce = () => mock.commandCalls(BatchGetCommand).map(({ args }) => args[0].input.RequestItems?.['recado']);

beforeEach(() => void mock.reset());

test('a batch is one call', async () => {
  mock.on(BatchGetCommand).resolves({ Responses: { recado: keysOf(3) } });
  expect(await readBatch(table, keysOf(3))).toEqual(keysOf(3));
  expect(askedAtOnce()).toEqual([{ Keys: keysOf(3), ConsistentRead: true }]);
});

test('what a busy table leaves out is asked for again, and only that', async () => {
  const [first, second] = keysOf(2);
  mock
    .on(BatchGetCommand)
    .resolvesOnce({ Responses: { recado: [{ ...first }] }, ...leftOut([{ ...second }]) })
    .resolves({ Responses: { recado: [{ ...second }] } });
  expect(await readBatch(table, keysOf(2))).toEqual([first, second]);
  expect(askedAtOnce()[1]).toEqual({ Keys: [second], ConsistentRead: true });
});

test('more than a hundred are asked for in lots', async () => {
  mock.on(BatchGetCommand).callsFake((input) => ({ Responses: { recado: input.RequestItems.recado.Keys } }));
  expect(await readBatch(table, keysOf(250))).toHaveLength(250);
  expect(askedAtOnce().map((lot) => lot?.Keys?.length)).toEqual([100, 100, 50]);
});

test('nothing is asked for nothing', async () => {
  expect(await readBatch(table, [])).toEqual([]);
  expect(mock.calls()).toHaveLength(0);
});

test('is not asked again when there is no time for the pause', async () => {
  mock.on(BatchGetCommand).resolves(leftOut(keysOf(1)));
  const deadline = deadlineIn(() => new Date(), 0);
  await expect(readBatch(table, keysOf(1), deadline)).rejects.toThrow('busy');
  expect(mock.calls()).toHaveLength(1);
});

test(
  'what an execution has to know is read consistently: no old copy lets a token fire that was replaced',
  { tags: 'threat-webhook-leak' },
  async () => {
    mock.on(BatchGetCommand).resolves({});
    const deadline = deadlineIn(() => new Date(), 6_000);
    await createRunStore(table).facts({ workspaceId: 7, triggerId: 'x', withSubscription: true, deadline });
    expect(askedAtOnce()).toMatchObject([{ ConsistentRead: true }]);
  },
);

test('a table that is busy to the end is reported as busy, to an execution and to the pages', async () => {
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
