import { normaliseName } from '#shared/rules/names.ts';

import { membershipKey, workspaceCountKey, workspaceKey, workspaceNameKey } from '../keys.ts';
import type { TransactItem } from '../table.ts';

export type NewWorkspace = {
  id: number;
  userId: string;
  name: string;
  defaultWorkspace: boolean;
  timeZone?: string;
  createdAt: string;
  tokenHash: string;
  tokenSealed: string;
};

const isNew = 'attribute_not_exists(pk)';

/** `create` and `signUp` identify the failed condition by its position, so keep the order. */
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

/** Increases the number of workspaces, starting from `held` if none is stored. Fails at `max`. */
export const countWrite = (TableName: string, userId: string, held: number, max: number | undefined): TransactItem => ({
  Update: {
    TableName,
    Key: workspaceCountKey(userId),
    UpdateExpression: 'SET #type = :type, #count = if_not_exists(#count, :held) + :one',
    ExpressionAttributeNames: { '#type': 'type', '#count': 'count' },
    ExpressionAttributeValues: {
      ':type': 'workspaceCount',
      ':held': held,
      ':one': 1,
      ...(max !== undefined && { ':max': max }),
    },
    ...(max !== undefined && { ConditionExpression: 'attribute_not_exists(#count) OR #count < :max' }),
  },
});

/** Moves the name lock unless both names are equal after normalising. */
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
