import { normaliseName } from '#shared/rules/names.ts';

import { membershipKey, workspaceKey, workspaceNameKey } from '../keys.ts';
import type { TransactItem } from '../table.ts';

export type NewWorkspace = {
  id: number;
  userId: string;
  name: string;
  defaultWorkspace: boolean;
  createdAt: string;
  tokenHash: string;
  tokenSealed: string;
};

const isNew = 'attribute_not_exists(pk)';

/** The order tells which condition failed. */
export function creationWrites(TableName: string, workspace: NewWorkspace): TransactItem[] {
  const { id, userId, name } = workspace;
  const item = { ...workspace, type: 'workspace', status: 'ATIVO', lastLink: 0, triggerCount: 0 };
  const membership = { ...membershipKey(userId, id), type: 'membership', workspaceId: id };
  return [
    { Put: { TableName, Item: { ...workspaceKey(id), ...item }, ConditionExpression: isNew } },
    { Put: { TableName, Item: membership } },
    nameLock(TableName, userId, id, name),
  ];
}

/** The name lock moves unless equal when normalised. */
export function renameWrites(
  TableName: string,
  { userId, id }: { userId: string; id: number },
  { from, to }: { from: string; to: string },
): TransactItem[] {
  const renamed: TransactItem = {
    Update: {
      TableName,
      Key: workspaceKey(id),
      UpdateExpression: 'SET #name = :to',
      ConditionExpression: 'userId = :user AND #name = :from',
      ExpressionAttributeNames: { '#name': 'name' },
      ExpressionAttributeValues: { ':user': userId, ':from': from, ':to': to },
    },
  };
  if (normaliseName(from) === normaliseName(to)) return [renamed];
  const oldLock = { TableName, Key: workspaceNameKey(userId, normaliseName(from)) };
  return [renamed, { Delete: oldLock }, nameLock(TableName, userId, id, to)];
}

const nameLock = (TableName: string, userId: string, workspaceId: number, name: string): TransactItem => ({
  Put: {
    TableName,
    Item: { ...workspaceNameKey(userId, normaliseName(name)), type: 'workspaceName', workspaceId },
    ConditionExpression: isNew,
  },
});
