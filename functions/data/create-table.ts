import {
  CreateTableCommand,
  DeleteTableCommand,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';

import { tableShape } from './table-shape.ts';

/** Returns false if the table exists. Tests may omit the stream, which slows DynamoDB Local down. */
export async function createTable(
  client: DynamoDBClient,
  name: string,
  options = { withStream: true },
): Promise<boolean> {
  if (!(await beginTable(client, name, options))) return false;
  await readyTable(client, name, { seconds: 120 });
  return true;
}

export async function beginTable(
  client: DynamoDBClient,
  name: string,
  { withStream }: { withStream: boolean },
): Promise<boolean> {
  const { partitionKey, sortKey, dueIndex } = tableShape;
  const keys = [partitionKey, sortKey, dueIndex.partitionKey, dueIndex.sortKey];
  try {
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: keys.map((key) => ({ AttributeName: key, AttributeType: 'S' })),
        KeySchema: [
          { AttributeName: partitionKey, KeyType: 'HASH' },
          { AttributeName: sortKey, KeyType: 'RANGE' },
        ],
        GlobalSecondaryIndexes: [
          {
            IndexName: dueIndex.name,
            KeySchema: [
              { AttributeName: dueIndex.partitionKey, KeyType: 'HASH' },
              { AttributeName: dueIndex.sortKey, KeyType: 'RANGE' },
            ],
            Projection: { ProjectionType: 'ALL' },
          },
        ],
        ...(withStream && { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } }),
      }),
    );
  } catch (error) {
    if (error instanceof ResourceInUseException) return false;
    throw error;
  }
  return true;
}

export async function readyTable(
  client: DynamoDBClient,
  name: string,
  { seconds, abortSignal }: { seconds: number; abortSignal?: AbortSignal },
): Promise<void> {
  await untilActive(client, name, seconds, abortSignal);
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: name,
      TimeToLiveSpecification: { AttributeName: tableShape.ttl, Enabled: true },
    }),
  );
}

export async function deleteTable(client: DynamoDBClient, name: string): Promise<void> {
  const deletion = new DeleteTableCommand({ TableName: name });
  try {
    await client.send(deletion);
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
    await untilActive(client, name, 300);
    await client.send(deletion);
  }
}

async function untilActive(client: DynamoDBClient, name: string, seconds: number, abortSignal?: AbortSignal) {
  const patience = { client, maxWaitTime: seconds, minDelay: 1, maxDelay: 2, ...(abortSignal && { abortSignal }) };
  await waitUntilTableExists(patience, { TableName: name });
}
