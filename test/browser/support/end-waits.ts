import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { openRunPrefix, triggerPartition } from '#functions/data/keys.ts';

import { stackControls } from '../../local/local-client.ts';
import { localClient } from '../../local/table/dynamodb.ts';
import { setAttributes } from '../../support/worlds/set-attributes.ts';
import { addresses } from './addresses.ts';

const keys = z.array(z.object({ pk: z.string(), sk: z.string() }));

/** The runs of a trigger that wait for a receipt have waited long enough; the minute's job finds them. */
export async function endWaits(triggerId: string): Promise<void> {
  const { DYNAMODB_URL: url, TABLE_NAME: TableName } = process.env;
  if (!url || !TableName) throw new Error('DYNAMODB_URL and TABLE_NAME name the table of the product; one is not set.');
  const controls = stackControls(addresses());
  await controls.drain();
  const client = localClient(url);
  const doc = DynamoDBDocumentClient.from(client);
  const { Items } = await doc.send(
    new QueryCommand({
      TableName,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :open)',
      ExpressionAttributeValues: { ':pk': triggerPartition(triggerId), ':open': openRunPrefix },
      ProjectionExpression: 'pk, sk',
    }),
  );
  const over = Date.now() - 1000;
  for (const key of keys.parse(Items))
    await setAttributes({ doc, name: TableName }, key, { until: over, dueAt: new Date(over).toISOString() });
  client.destroy();
  await controls.invoke('schedules', { job: 'sweep' });
}
