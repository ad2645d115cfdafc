import { GetCommand } from '@aws-sdk/lib-dynamodb';

import type { SuccessStyle } from '#shared/rules/group-commands/success-styles.ts';

import { sameLink } from '../alexa/same-link.ts';
import { groupItem, groupLock, type GroupItem, type GroupLock } from '../items/group-item.ts';
import type { InstanceItem } from '../items/instance-item.ts';
import { parseItem, parseItems, type ReportUnreadable } from '../items/parse-item.ts';
import { groupKey, groupLockKey, groupPrefix, instancePartition, workspacePartition, type Key } from '../keys.ts';
import { queryAll } from '../query-all.ts';
import { transact, type Table, type TransactItem } from '../table.ts';
import { nextRevision, sameInstance } from './same-instance.ts';

/** Linking fails if one of these changed. */
export type LinkConditions = {
  /** Read before the groups are counted. Each linking changes it, so two links cannot use the same count. */
  instance: InstanceItem;
  /** The instance that owns the line. */
  root: InstanceItem;
};

export function createGroupStore(table: Table, report?: ReportUnreadable) {
  const get = async (Key: Key): Promise<Record<string, unknown> | undefined> =>
    (await table.doc.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }))).Item;
  const inPartition = (pk: string) =>
    queryAll(table, {
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ':prefix': groupPrefix },
    });

  /** Changes the group and its lock in one transaction. */
  const setOnBoth = async (
    { workspaceId, groupId, jid, line }: Pick<GroupLock, 'workspaceId' | 'groupId' | 'jid' | 'line'>,
    field: 'name' | 'successAs' | 'prefix',
    value: string | undefined,
  ): Promise<boolean> => {
    const set = (Key: Key, idField: string): TransactItem => ({
      Update: {
        TableName: table.name,
        Key,
        UpdateExpression: value === undefined ? 'REMOVE #field' : 'SET #field = :value',
        ConditionExpression: '#id = :id',
        ExpressionAttributeNames: { '#field': field, '#id': idField },
        ExpressionAttributeValues: { ':id': groupId, ...(value !== undefined && { ':value': value }) },
      },
    });
    const done = await transact(table, [
      set(groupKey(workspaceId, groupId), 'id'),
      set(groupLockKey(line.instanceId, jid), 'groupId'),
    ]);
    return done === 'done';
  };

  return {
    find: async (workspaceId: number, groupId: number): Promise<GroupItem | undefined> =>
      parseItem(groupItem, await get(groupKey(workspaceId, groupId)), report),

    /** Includes ended groups. */
    list: async (workspaceId: number): Promise<GroupItem[]> =>
      parseItems(groupItem, await inPartition(workspacePartition(workspaceId)), report),

    findLock: async (rootInstanceId: number, jid: string): Promise<GroupLock | undefined> =>
      parseItem(groupLock, await get(groupLockKey(rootInstanceId, jid)), report),

    /** Includes ended locks. */
    locks: async (rootInstanceId: number): Promise<GroupLock[]> =>
      parseItems(groupLock, await inPartition(instancePartition(rootInstanceId)), report),

    /**
     * `over` is an ended lock to replace. Returns `taken` if another workspace holds the group, and `changed` if an
     * item has changed since it was read.
     */
    async link(
      group: GroupItem,
      seen: LinkConditions,
      over: GroupLock | undefined,
    ): Promise<'linked' | 'taken' | 'changed'> {
      const done = await transact(table, [
        lockPut(table, group, over),
        put(table, groupKey(group.workspaceId, group.id), group, 'attribute_not_exists(pk)'),
        sameLink(table, group.workspaceId, group.link),
        nextRevision(table, seen.instance),
        ...(seen.root.id === seen.instance.id ? [] : [sameInstance(table, seen.root)]),
        ...(over ? [remove(table, groupKey(over.workspaceId, over.groupId))] : []),
      ]);
      if (done === 'done') return 'linked';
      return done.cancelled[0] ? 'taken' : 'changed';
    },

    /** Does not delete the lock of another group. */
    async remove(group: Pick<GroupItem, 'id' | 'workspaceId' | 'jid' | 'line'>): Promise<void> {
      const item = remove(table, groupKey(group.workspaceId, group.id));
      const done = await transact(table, [item, lockDelete(table, group)]);
      if (done !== 'done') await transact(table, [item]);
    },

    rename: async (lock: GroupLock, name: string): Promise<'renamed' | 'changed'> =>
      (await setOnBoth(lock, 'name', name)) ? 'renamed' : 'changed',

    /** Returns `changed` if the group is no longer linked as it was read. */
    setSuccess: async (group: GroupItem, successAs: SuccessStyle): Promise<'set' | 'changed'> =>
      (await setOnBoth({ ...group, groupId: group.id }, 'successAs', successAs)) ? 'set' : 'changed',

    /** Returns `changed` if the group is no longer linked as it was read. */
    setPrefix: async (group: GroupItem, prefix: string | undefined): Promise<'set' | 'changed'> =>
      (await setOnBoth({ ...group, groupId: group.id }, 'prefix', prefix)) ? 'set' : 'changed',
  };
}

export type GroupStore = ReturnType<typeof createGroupStore>;

const put = (table: Table, key: Key, item: object, condition: string): TransactItem => ({
  Put: { TableName: table.name, Item: { ...key, ...item }, ConditionExpression: condition },
});

const remove = (table: Table, key: Key): TransactItem => ({ Delete: { TableName: table.name, Key: key } });

function lockPut(table: Table, group: GroupItem, over: GroupLock | undefined): TransactItem {
  const { id: groupId, jid, name, successAs, workspaceId, link, generation, line } = group;
  const lock: GroupLock = { type: 'groupLock', groupId, jid, name, successAs, workspaceId, link, generation, line };
  return {
    Put: {
      TableName: table.name,
      Item: { ...groupLockKey(line.instanceId, jid), ...lock },
      ConditionExpression: over ? 'attribute_not_exists(pk) OR groupId = :over' : 'attribute_not_exists(pk)',
      ...(over && { ExpressionAttributeValues: { ':over': over.groupId } }),
    },
  };
}

const lockDelete = (table: Table, { id, jid, line }: Pick<GroupItem, 'id' | 'jid' | 'line'>): TransactItem => ({
  Delete: {
    TableName: table.name,
    Key: groupLockKey(line.instanceId, jid),
    ConditionExpression: 'attribute_not_exists(pk) OR groupId = :id',
    ExpressionAttributeValues: { ':id': id },
  },
});
