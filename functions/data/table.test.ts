import { DynamoDBClient, TransactionCanceledException, TransactionInProgressException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';

import { isTableBusy } from '#functions/platform/table-busy.ts';

import { transact } from './table.ts';

// DynamoDB Local cannot produce colliding transactions, so a mock does.
const doc = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));
const mock = mockClient(doc);
const pauses: number[] = [];
const waiting = { pause: (ms: number) => Promise.resolve(void pauses.push(ms)), random: () => 0.5 };
const table = { doc, name: 'recado', waiting };

const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: 'cancelled',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

beforeEach(() => {
  mock.reset();
  pauses.length = 0;
});

test('retries a transaction that collides with another one after a pause that doubles', async () => {
  mock
    .on(TransactWriteCommand)
    .rejectsOnce(cancelled('None', 'TransactionConflict'))
    .rejectsOnce(cancelled('ThrottlingError', 'None'))
    .resolves({});
  expect(await transact(table, [])).toBe('done');
  expect(mock.calls()).toHaveLength(3);
  expect(pauses).toEqual([20, 40]);
});

test('reports a failed condition by its position without a retry', async () => {
  mock.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed', 'None'));
  expect(await transact(table, [])).toEqual({ cancelled: [undefined, 'ConditionalCheckFailed', undefined] });
  expect(mock.calls()).toHaveLength(1);
});

test('throws a busy error when a transaction keeps colliding', async () => {
  mock.on(TransactWriteCommand).rejects(cancelled('TransactionConflict'));
  const error = await transact(table, []).catch((thrown: unknown) => thrown);
  expect(isTableBusy(error)).toBe(true);
  expect(mock.calls()).toHaveLength(5);
});

test('throws a busy error when the first attempt of a transaction is still in progress', async () => {
  mock.on(TransactWriteCommand).rejects(new TransactionInProgressException({ message: 'wait', $metadata: {} }));
  const error = await transact(table, []).catch((thrown: unknown) => thrown);
  expect(isTableBusy(error)).toBe(true);
});

test('rethrows the error of an invalid transaction, which is not a busy table', async () => {
  mock.on(TransactWriteCommand).rejects(Object.assign(new Error('too big'), { name: 'ValidationException' }));
  const error = await transact(table, []).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: 'too big' });
  expect(isTableBusy(error)).toBe(false);
});
