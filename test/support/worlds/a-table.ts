import { randomUUID } from 'node:crypto';

import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';

import { createTable } from '#functions/data/create-table.ts';

import { localClient } from '../../local/table/dynamodb.ts';

/** A table nobody else knows, with the shape of the real one, as stores get it. Nobody reads its stream, so it has none. */
export async function aTable(): Promise<{ doc: DynamoDBDocumentClient; name: string }> {
  const client = localClient(inject('dynamodbUrl'));
  const name = `t-${randomUUID()}`;
  await createTable(client, name, { withStream: false });
  return { doc: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }), name };
}
