import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';

import type { Table } from './table.ts';

/** Reads all pages into memory. For small results only. */
export async function queryAll(
  table: Table,
  query: Omit<QueryCommandInput, 'TableName' | 'ConsistentRead' | 'ExclusiveStartKey'>,
): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.doc.send(
      new QueryCommand({
        ...query,
        TableName: table.name,
        ConsistentRead: true,
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    found.push(...Items);
    from = LastEvaluatedKey;
  } while (from);
  return found;
}
