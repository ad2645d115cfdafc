import { randomUUID } from 'node:crypto';

import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';

import { createTable } from '#functions/data/create-table.ts';

import { localClient, localCredentials, localRegion } from '../../local/table/dynamodb.ts';
import { isWrite } from '../crashes/crashing-table.ts';

let changes = 0;

/** How many writes through `aClient` have begun or ended, so that two equal numbers enclose no change of any table. */
export const changesOfTables = (): number => changes;

/** DynamoDB Local requires the header, but checks no signature, whose calculation takes a quarter of a request. */
const sign = <Request extends { headers: Record<string, string> }>(request: Request): Promise<Request> => {
  const scope = `${localCredentials.accessKeyId}/20260101/${localRegion}/dynamodb/aws4_request`;
  request.headers['authorization'] = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=none`;
  return Promise.resolve(request);
};

/** A client of the table server that counts its writes. */
export function aClient(): DynamoDBClient {
  const client = localClient(inject('dynamodbUrl'), { signer: { sign } });
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (!isWrite(commandName)) return next(args);
        changes += 1;
        return next(args).finally(() => (changes += 1));
      },
    { step: 'initialize' },
  );
  return client;
}

/** Omits undefined attributes, as the product does. */
export const documentOf = (client: DynamoDBClient): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });

/** A new table with the real schema, without a stream. */
export async function aTable(): Promise<{ doc: DynamoDBDocumentClient; name: string }> {
  const client = aClient();
  const name = `t-${randomUUID()}`;
  await createTable(client, name, { withStream: false });
  return { doc: documentOf(client), name };
}
