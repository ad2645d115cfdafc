import { ScanCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';

import { tableShape } from '#functions/data/table-shape.ts';

export type DueTime = { partition: string; at: number };

/** Reads everything in the table's index of due work. */
export async function dueTimes(table: DynamoDBClient, tableName: string): Promise<DueTime[]> {
  const { name, partitionKey, sortKey } = tableShape.dueIndex;
  const found: DueTime[] = [];
  let from: Parameters<typeof page>[0];
  const page = (start: ScanCommand['input']['ExclusiveStartKey']) =>
    table.send(
      new ScanCommand({
        TableName: tableName,
        IndexName: name,
        ProjectionExpression: `${partitionKey}, ${sortKey}`,
        ExclusiveStartKey: start,
      }),
    );
  do {
    const { Items = [], LastEvaluatedKey } = await page(from);
    for (const item of Items)
      found.push({ partition: item[partitionKey]?.S ?? '', at: Date.parse(item[sortKey]?.S ?? '') });
    from = LastEvaluatedKey;
  } while (from);
  return found.filter(({ at }) => !Number.isNaN(at));
}
