import { randomUUID } from 'node:crypto';

import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';

import { createTable } from '#functions/data/create-table.ts';

import { localClient } from '../../local/table/dynamodb.ts';

/** A new table with the real schema, without a stream. */
export async function aTable(): Promise<{ doc: DynamoDBDocumentClient; name: string }> {
  const client = localClient(inject('dynamodbUrl'));
  const name = `t-${randomUUID()}`;
  await createTable(client, name, { withStream: false });
  return { doc: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }), name };
}
