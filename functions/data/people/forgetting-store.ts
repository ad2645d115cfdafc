import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { time } from '#shared/contracts/fields.ts';

import { parseItem } from '../items/parse-item.ts';
import { deletionKey, forgettingKey, userKey } from '../keys.ts';
import { transact, type Table, type TransactItem } from '../table.ts';

/** Ids that a running deletion found. Deleted last, so that an interrupted run can resume. */
const forgettingItem = z.object({
  type: z.literal('forgetting'),
  userId: z.string(),
  startedAt: time,
  workspaceIds: z.array(z.number()),
  amazonUserIds: z.array(z.string()),
  customerIds: z.array(z.string()),
  instanceIds: z.array(z.number()),
  triggerIds: z.array(z.string()),
  accountHashes: z.array(z.string()),
});

export type Forgetting = Omit<z.output<typeof forgettingItem>, 'type'>;

export function createForgettingStore(table: Table) {
  const TableName = table.name;
  return {
    async find(userId: string): Promise<Forgetting | undefined> {
      const get = new GetCommand({ TableName, Key: forgettingKey(userId), ConsistentRead: true });
      return parseItem(forgettingItem, (await table.doc.send(get)).Item);
    },

    async save(forgetting: Forgetting): Promise<void> {
      const Item = { ...forgettingKey(forgetting.userId), type: 'forgetting', ...forgetting };
      await table.doc.send(new PutCommand({ TableName, Item }));
    },

    async finish(userId: string, also: readonly TransactItem[]): Promise<void> {
      const last = [userKey(userId), deletionKey(userId), forgettingKey(userId)];
      await transact(table, [...last.map((Key) => ({ Delete: { TableName, Key } })), ...also]);
    },
  };
}

export type ForgettingStore = ReturnType<typeof createForgettingStore>;
