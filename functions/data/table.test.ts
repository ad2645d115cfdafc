import { DynamoDBClient, TransactionCanceledException, TransactionInProgressException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';

import { isTableBusy } from '#functions/platform/table-busy.ts';

import { transact } from './table.ts';

// Transactions that collide cannot be made to happen on the local table.
const doc = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));
const mock = mockClient(doc);
const table = { doc, name: 'recado' };

const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: 'cancelled',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

beforeEach(() => void mock.reset());

test('a transaction that collides with another one is tried again until it passes', async () => {
  mock
    .on(TransactWriteCommand)
    .rejectsOnce(cancelled('None', 'TransactionConflict'))
    .rejectsOnce(cancelled('ThrottlingError', 'None'))
    .resolves({});
  expect(await transact(table, [])).toBe('done');
  expect(mock.calls()).toHaveLength(3);
});

test('a condition that does not hold is reported by position, at once', async () => {
  mock.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed', 'None'));
  expect(await transact(table, [])).toEqual({ cancelled: [undefined, 'ConditionalCheckFailed', undefined] });
  expect(mock.calls()).toHaveLength(1);
});

test('a transaction that collides again and again is a table that is busy', async () => {
  mock.on(TransactWriteCommand).rejects(cancelled('TransactionConflict'));
  const error = await transact(table, []).catch((thrown: unknown) => thrown);
  expect(isTableBusy(error)).toBe(true);
  expect(mock.calls()).toHaveLength(5);
});

test('a transaction whose first try is still being written when it is sent again is a table that is busy', async () => {
  mock.on(TransactWriteCommand).rejects(new TransactionInProgressException({ message: 'wait', $metadata: {} }));
  const error = await transact(table, []).catch((thrown: unknown) => thrown);
  expect(isTableBusy(error)).toBe(true);
});

test('a transaction that is wrong in itself is thrown as it is, and no sign of a busy table', async () => {
  mock.on(TransactWriteCommand).rejects(Object.assign(new Error('too big'), { name: 'ValidationException' }));
  const error = await transact(table, []).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: 'too big' });
  expect(isTableBusy(error)).toBe(false);
});
