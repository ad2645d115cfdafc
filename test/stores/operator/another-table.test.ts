import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';

import { ResourceInUseException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, inject, test } from 'vitest';

import { createTable, deleteTable } from '#functions/data/create-table.ts';
import { inAnotherTable } from '#functions/operator/backup/another-table.ts';

import { localClient } from '../../local/table/dynamodb.ts';

function aPlace() {
  const client = localClient(inject('dynamodbUrl'));
  const table = { doc: DynamoDBDocumentClient.from(client), name: `t-${randomUUID()}` };
  const other = `${table.name}-rehearsal`;
  const isThere = async (): Promise<boolean> => !(await createdAndDeleted());
  async function createdAndDeleted(): Promise<boolean> {
    const isNew = await createTable(client, other, { withStream: false });
    if (isNew) await deleteTable(client, other);
    return isNew;
  }
  const failOnce = (command: string, error: Error): void => {
    const failures = [error];
    table.doc.middlewareStack.add(
      (next, context) => async (args) => {
        const failure = context.commandName === command ? failures.pop() : undefined;
        if (failure) throw failure;
        return next(args);
      },
      { step: 'initialize' },
    );
  };
  return { client, table, other, isThere, failOnce };
}

test('creates the second table for the work and deletes it afterwards', async () => {
  const { table, other, isThere } = aPlace();
  expect(await inAnotherTable(table, async ({ name }) => [name, await isThere()])).toEqual([other, true]);
  expect(await isThere()).toBe(false);
});

test('deletes the second table when the work fails', async () => {
  const { table, isThere } = aPlace();
  await expect(inAnotherTable(table, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  expect(await isThere()).toBe(false);
});

test('deletes the second table when it could not be set up', async () => {
  const { table, isThere, failOnce } = aPlace();
  failOnce('UpdateTimeToLiveCommand', new Error('not now'));
  await expect(inAnotherTable(table, () => Promise.resolve('done'))).rejects.toThrow('not now');
  expect(await isThere()).toBe(false);
});

test('retries deleting the second table while it is still being created', async () => {
  const { table, isThere, failOnce } = aPlace();
  failOnce('DeleteTableCommand', new ResourceInUseException({ message: 'being created', $metadata: {} }));
  expect(await inAnotherTable(table, () => Promise.resolve('done'))).toBe('done');
  expect(await isThere()).toBe(false);
});

test.each(['SIGINT', 'SIGTERM'])('deletes the second table after %s, and leaves no listener', async (signal) => {
  const { table, isThere } = aPlace();
  const signals = new EventEmitter();
  const never = (): Promise<never> => {
    // The terminal sends the signal, and npm sends it again.
    signals.emit(signal);
    signals.emit(signal);
    return new Promise(() => undefined);
  };
  await expect(inAnotherTable(table, never, signals)).rejects.toThrow('Interrupted');
  expect(await isThere()).toBe(false);
  expect(signals.eventNames()).toEqual([]);
});

test('neither uses nor deletes a table that an earlier drill left behind', async () => {
  const { client, table, other, isThere } = aPlace();
  await createTable(client, other, { withStream: false });
  await expect(inAnotherTable(table, () => Promise.resolve('done'))).rejects.toThrow('already exists');
  expect(await isThere()).toBe(true);
});
