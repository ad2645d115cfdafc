import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';

import { accessKey, connectingKey, type Key } from '#functions/data/keys.ts';

import { localClient } from '../../local/table/dynamodb.ts';

/** A permission that came and ended before the present step of connecting Alexa, which has taken a minute. */
export async function letMinutePass(workspaceId: number): Promise<void> {
  const { DYNAMODB_URL: url, TABLE_NAME: TableName } = process.env;
  if (!url || !TableName) throw new Error('DYNAMODB_URL and TABLE_NAME name the table of the product; one is not set.');
  const client = localClient(url);
  const doc = DynamoDBDocumentClient.from(client);
  const set = (Key: Key, name: string, secondsAgo: number) =>
    doc.send(
      new UpdateCommand({
        TableName,
        Key,
        UpdateExpression: 'SET #name = :at',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#name': name },
        ExpressionAttributeValues: { ':at': new Date(Date.now() - secondsAgo * 1000).toISOString() },
      }),
    );
  for (const name of ['grantedAt', 'revokedAt']) await set(accessKey({ workspaceId }), name, 300);
  await set(connectingKey(workspaceId), 'since', 61);
  client.destroy();
}
