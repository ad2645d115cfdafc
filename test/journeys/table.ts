import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';

import { accessKey, subscriptionKey, triggerKey, workspaceKey, type Key } from '#functions/data/keys.ts';
import { subscriptionItem } from '#functions/data/subscription-item.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import type { SubscriptionStatus } from '#shared/rules/plans.ts';

import { localClient } from '../local/dynamodb.ts';

/** What no call can bring about within a test: time that has passed, and what later doors write. */
async function inTable(change: PutCommand | UpdateCommand): Promise<void> {
  const client = localClient(inject('stack').dynamodbUrl);
  const doc = DynamoDBDocumentClient.from(client);
  await (change instanceof PutCommand ? doc.send(change) : doc.send(change));
  client.destroy();
}

const set = (key: Key, name: string, value: unknown): UpdateCommand =>
  new UpdateCommand({
    TableName: inject('stack').tableName,
    Key: key,
    UpdateExpression: 'SET #name = :value',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#name': name },
    ExpressionAttributeValues: { ':value': value },
  });

/** The hour of the workspace's access token is over, by our own clock. */
export const letTokenRunOut = (workspaceId: number): Promise<void> =>
  inTable(set(accessKey({ workspaceId }), 'tokenExpiresAt', new Date(Date.now() - 1000).toISOString()));

/** The trigger was made while new ones start routines by a contact. */
export const startByContact = ({ workspaceId, id }: Pick<Trigger, 'workspaceId' | 'id'>): Promise<void> =>
  inTable(set(triggerKey(workspaceId, id), 'starter', 'contact-sensor'));

/** The workspace has as many triggers as this, as far as it counts them. */
export const countTriggers = (workspaceId: number, count: number): Promise<void> =>
  inTable(set(workspaceKey(workspaceId), 'triggerCount', count));

export async function subscribe(workspaceId: number, status: SubscriptionStatus): Promise<void> {
  const item = subscriptionItem.parse({ type: 'subscription', status });
  const Item = { ...subscriptionKey(workspaceId), ...item };
  await inTable(new PutCommand({ TableName: inject('stack').tableName, Item }));
}
