import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { accessKey, connectingKey } from '#functions/data/keys.ts';

import { localClient } from '../../local/table/dynamodb.ts';
import { setAttributes } from '../../support/worlds/set-attributes.ts';

/** A permission that came and ended before the present step of connecting Alexa, which has taken a minute. */
export async function letMinutePass(workspaceId: number): Promise<void> {
  const { DYNAMODB_URL: url, TABLE_NAME: TableName } = process.env;
  if (!url || !TableName) throw new Error('DYNAMODB_URL and TABLE_NAME name the table of the product; one is not set.');
  const client = localClient(url);
  const table = { doc: DynamoDBDocumentClient.from(client), name: TableName };
  const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();
  await setAttributes(table, accessKey({ workspaceId }), { grantedAt: ago(300), revokedAt: ago(300) });
  await setAttributes(table, connectingKey(workspaceId), { since: ago(61) });
  client.destroy();
}
