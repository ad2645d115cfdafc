import { GetCommand } from '@aws-sdk/lib-dynamodb';

import { sameLink } from '../alexa/same-link.ts';
import { parseItem, parseItems, type ReportUnreadable } from '../items.ts';
import { groupKey, groupLockKey, groupPrefix, instancePartition, workspacePartition, type Key } from '../keys.ts';
import { queryAll } from '../query-all.ts';
import { transact, type Table, type TransactItem } from '../table.ts';
import { groupItem, groupLock, type GroupItem, type GroupLock } from './group-item.ts';
import type { InstanceItem } from './instance-item.ts';
import { sameInstance } from './same-instance.ts';

/** What a new group is linked under, as it was read; the link fails once it is otherwise. */
export type LinkConditions = {
  /** The instance of the workspace that will listen. */
  instance: InstanceItem;
  /** The instance that holds the line; the same one unless the number is shared. */
  root: InstanceItem;
};

/** Linked groups with the lock of each: one listener per group and line. Whoever reads asks `isHeard` what still counts. */
export function createGroupStore(table: Table, report?: ReportUnreadable) {
  const get = async (Key: Key): Promise<Record<string, unknown> | undefined> =>
    (await table.doc.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }))).Item;
  const inPartition = (pk: string) =>
    queryAll(table, {
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ':prefix': groupPrefix },
    });

  return {
    find: async (workspaceId: number, groupId: number): Promise<GroupItem | undefined> =>
      parseItem(groupItem, await get(groupKey(workspaceId, groupId)), report),

    /** Every stored group of a workspace, those that ended too, in no order. */
    list: async (workspaceId: number): Promise<GroupItem[]> =>
      parseItems(groupItem, await inPartition(workspacePartition(workspaceId)), report),

    /** Who listens to a group on the line of this instance. */
    findLock: async (rootInstanceId: number, jid: string): Promise<GroupLock | undefined> =>
      parseItem(groupLock, await get(groupLockKey(rootInstanceId, jid)), report),

    /** Every lock on the line of this instance, those that ended too. */
    locks: async (rootInstanceId: number): Promise<GroupLock[]> =>
      parseItems(groupLock, await inPartition(instancePartition(rootInstanceId)), report),

    /**
     * Links a group. `over` is a lock that was read and does not count any more; its group goes with it. `taken`: somebody listens, or took it
     * meanwhile; `changed`: workspace, instance or line are not as they were read.
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
        sameInstance(table, seen.instance),
        ...(seen.root.id === seen.instance.id ? [] : [sameInstance(table, seen.root)]),
        ...(over ? [remove(table, groupKey(over.workspaceId, over.groupId))] : []),
      ]);
      if (done === 'done') return 'linked';
      return done.cancelled[0] ? 'taken' : 'changed';
    },

    /** Group and lock go together; a lock that is another group's by now stays. Harmless when it is gone already. */
    async remove(group: Pick<GroupItem, 'id' | 'workspaceId' | 'jid' | 'line'>): Promise<void> {
      const item = remove(table, groupKey(group.workspaceId, group.id));
      const done = await transact(table, [item, lockDelete(table, group)]);
      if (done !== 'done') await transact(table, [item]);
    },

    /** The name that WhatsApp has now, at both places; `changed` when it is not linked like this any more. */
    async rename(lock: GroupLock, name: string): Promise<'renamed' | 'changed'> {
      const { workspaceId, groupId, jid, line } = lock;
      const rename = (Key: Key, field: string): TransactItem => ({
        Update: {
          TableName: table.name,
          Key,
          UpdateExpression: 'SET #name = :name',
          ConditionExpression: '#id = :id',
          ExpressionAttributeNames: { '#name': 'name', '#id': field },
          ExpressionAttributeValues: { ':name': name, ':id': groupId },
        },
      });
      const done = await transact(table, [
        rename(groupKey(workspaceId, groupId), 'id'),
        rename(groupLockKey(line.instanceId, jid), 'groupId'),
      ]);
      return done === 'done' ? 'renamed' : 'changed';
    },
  };
}

export type GroupStore = ReturnType<typeof createGroupStore>;

const put = (table: Table, key: Key, item: object, condition: string): TransactItem => ({
  Put: { TableName: table.name, Item: { ...key, ...item }, ConditionExpression: condition },
});

const remove = (table: Table, key: Key): TransactItem => ({ Delete: { TableName: table.name, Key: key } });

/** In the place of nobody's lock, or of exactly the one that was seen to be over. */
function lockPut(table: Table, group: GroupItem, over: GroupLock | undefined): TransactItem {
  const { id: groupId, jid, name, workspaceId, link, generation, line } = group;
  const lock: GroupLock = { type: 'groupLock', groupId, jid, name, workspaceId, link, generation, line };
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
