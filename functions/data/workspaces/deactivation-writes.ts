import { subscriptionStatuses, isPro } from '#shared/rules/billing/plans.ts';

import type { UserItem } from '../items/user-item.ts';
import { subscriptionKey, userKey } from '../keys.ts';
import type { TransactItem } from '../table.ts';
import type { WorkspaceItem } from './workspace-store.ts';

/** The writes fail while a subscription is running. */
export function deactivationWrites(tableName: string, user: UserItem, workspace: WorkspaceItem): TransactItem[] {
  const running = subscriptionStatuses.filter(isPro);
  const placeholders = running.map((_, index) => `:running${index}`);
  const noSubscription: TransactItem = {
    ConditionCheck: {
      TableName: tableName,
      Key: subscriptionKey(workspace.id),
      ConditionExpression: `attribute_not_exists(pk) OR NOT (#status IN (${placeholders.join(', ')}))`,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: Object.fromEntries(running.map((status, index) => [`:running${index}`, status])),
    },
  };
  return [noSubscription, offThisWorkspace(tableName, user, workspace.id)];
}

function offThisWorkspace(tableName: string, user: UserItem, workspaceId: number): TransactItem {
  const target = { TableName: tableName, Key: userKey(user.id) };
  const values = { ':workspace': workspaceId };
  if (user.currentWorkspaceId !== workspaceId) {
    const condition = 'currentWorkspaceId <> :workspace';
    return { ConditionCheck: { ...target, ConditionExpression: condition, ExpressionAttributeValues: values } };
  }
  return {
    Update: {
      ...target,
      UpdateExpression: 'SET currentWorkspaceId = defaultWorkspaceId',
      ConditionExpression: 'currentWorkspaceId = :workspace',
      ExpressionAttributeValues: values,
    },
  };
}
