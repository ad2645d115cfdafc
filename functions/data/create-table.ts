import {
  CreateTableCommand,
  DeleteTableCommand,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';

import { tableShape } from './table-shape.ts';

/**
 * Creates the one table with the shape that the stack gives it, stream included. False when it is there already. Whoever
 * never reads the stream says so: where there are many tables, DynamoDB Local spends most of its time on their streams.
 */
export async function createTable(
  client: DynamoDBClient,
  name: string,
  { withStream } = { withStream: true },
): Promise<boolean> {
  const { partitionKey, sortKey, dueIndex, ttl } = tableShape;
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
  await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 1, maxDelay: 2 }, { TableName: name });
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: name,
      TimeToLiveSpecification: { AttributeName: ttl, Enabled: true },
    }),
  );
  return true;
}

/** Deletes a table that was made for a while. */
export async function deleteTable(client: DynamoDBClient, name: string): Promise<void> {
  await client.send(new DeleteTableCommand({ TableName: name }));
}
