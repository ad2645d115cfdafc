import { UpdateCommand } from '@aws-sdk/lib-dynamodb';

import { workspaceKey } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';

/** As the page does, whatever the zone was. */
export async function setZone(table: Table, workspaceId: number, timeZone: string): Promise<void> {
  await table.doc.send(
    new UpdateCommand({
      TableName: table.name,
      Key: workspaceKey(workspaceId),
      UpdateExpression: 'SET #zone = :zone',
      ExpressionAttributeNames: { '#zone': 'timeZone' },
      ExpressionAttributeValues: { ':zone': timeZone },
    }),
  );
}
