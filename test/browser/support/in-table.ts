import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import type { Table } from '#functions/data/table.ts';

import { localClient } from '../../local/table/dynamodb.ts';

/** Writes to the table directly, for changes that no click can cause within a test, such as elapsed time. */
export async function inTable(work: (table: Table) => Promise<void>): Promise<void> {
  const { DYNAMODB_URL: url, TABLE_NAME: name } = process.env;
  if (!url || !name) throw new Error('DYNAMODB_URL and TABLE_NAME name the table of the product; one is not set.');
  const client = localClient(url);
  await work({ doc: DynamoDBDocumentClient.from(client), name }).finally(() => client.destroy());
}

export const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();
