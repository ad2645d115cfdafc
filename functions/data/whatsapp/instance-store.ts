import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { numericId } from '#shared/contracts/fields.ts';

import { sharedItem, type SharedItem } from '../items/group-item.ts';
import {
  keptAfterRemovalSeconds,
  instanceItem,
  lineItem,
  lineNameOf,
  type InstanceItem,
  type LineItem,
  type LineLife,
} from '../items/instance-item.ts';
import { epochSeconds, live, parseItem, parseItems, type ReportUnreadable } from '../items/parse-item.ts';
import {
  instanceKey,
  instancePartition,
  instancePointerKey,
  lineKey,
  linesPartition,
  sharedKey,
  sharedPrefix,
  workspaceKey,
  type Key,
} from '../keys.ts';
import { queryAll } from '../query-all.ts';
import { readBatch } from '../read-batch.ts';
import { tableShape } from '../table-shape.ts';
import { conditional, transact, type Table, type TransactItem } from '../table.ts';
import { workspaceItem, type WorkspaceItem } from '../workspaces/workspace-store.ts';

const pointer = z.object({ type: z.literal('instancePointer'), workspaceId: numericId, userId: z.string() });

type Pointer = z.output<typeof pointer>;

export type NumberRow = { workspace: WorkspaceItem; instance: InstanceItem | undefined };

export type InstanceChange = {
  /** Undefined for a workspace's first number. */
  before: InstanceItem | undefined;
  after: Omit<InstanceItem, 'rev'>;
  also?: readonly TransactItem[];
};

/** Every write of a whole item checks the revision. */
export function createInstanceStore(table: Table, now: () => Date, report?: ReportUnreadable) {
  const get = async (Key: Key): Promise<Record<string, unknown> | undefined> =>
    (await table.doc.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }))).Item;
  const find = async (workspaceId: number): Promise<InstanceItem | undefined> =>
    parseItem(instanceItem, await get(instanceKey(workspaceId)), report);

  return {
    find,

    async findById(instanceId: number): Promise<InstanceItem | undefined> {
      const found = parseItem(pointer, await get(instancePointerKey(instanceId)), report);
      const instance = found && (await find(found.workspaceId));
      return instance?.id === instanceId ? instance : undefined;
    },

    workspaceOf: async (instanceId: number): Promise<Pointer | undefined> =>
      parseItem(pointer, await get(instancePointerKey(instanceId)), report),

    async rows(workspaceIds: readonly number[]): Promise<NumberRow[]> {
      const keys = workspaceIds.flatMap((id) => [workspaceKey(id), instanceKey(id)]);
      const items = await readBatch(table, keys);
      const ofType = (type: string): unknown[] => items.filter((item) => item['type'] === type);
      const instances = parseItems(instanceItem, ofType('instance'), report);
      return parseItems(workspaceItem, ofType('workspace'), report).map((workspace) => ({
        workspace,
        instance: instances.find(({ workspaceId }) => workspaceId === workspace.id),
      }));
    },

    /**
     * Returns `changed` if the instance has changed since it was read, and `idTaken` if the id of a first number is in
     * use.
     */
    async save({ before, after, also = [] }: InstanceChange): Promise<'saved' | 'changed' | 'idTaken'> {
      const first = before ? [] : [pointerPut(table.name, after)];
      const done = await transact(table, [instancePut(table.name, before, after), ...first, ...also]);
      if (done === 'done') return 'saved';
      return !before && !done.cancelled[0] && done.cancelled[1] ? 'idTaken' : 'changed';
    },

    async findLine(lineHash: string): Promise<LineItem | undefined> {
      return live(parseItem(lineItem, await get(lineKey(lineHash)), report), now());
    },

    /** Includes ended shares. */
    async shares(instanceId: number): Promise<SharedItem[]> {
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': instancePartition(instanceId), ':prefix': sharedPrefix },
      });
      return parseItems(sharedItem, items, report);
    },

    /** Reads the index, which may lag behind. */
    async onShard(shardId: string): Promise<InstanceItem[]> {
      const found: InstanceItem[] = [];
      let from: Record<string, unknown> | undefined;
      do {
        const { Items, LastEvaluatedKey } = await table.doc.send(
          new QueryCommand({ ...onShard(table, shardId, from) }),
        );
        found.push(...parseItems(instanceItem, Items, report));
        from = LastEvaluatedKey;
      } while (from);
      return found;
    },

    /** Returns true once for each generation. */
    markRestarted: ({ workspaceId, generation }: InstanceItem): Promise<boolean> =>
      conditional(
        table.doc.send(
          new UpdateCommand({
            TableName: table.name,
            Key: instanceKey(workspaceId),
            UpdateExpression: 'SET restarted = :generation ADD rev :one',
            ConditionExpression:
              'generation = :generation AND (attribute_not_exists(restarted) OR restarted < :generation)',
            ExpressionAttributeValues: { ':generation': generation, ':one': 1 },
          }),
        ),
      ),

    /** Returns false if the last attempt is too recent. */
    claimStart: ({ workspaceId, generation }: InstanceItem, pauseMs: number): Promise<boolean> =>
      conditional(
        table.doc.send(
          new UpdateCommand({
            TableName: table.name,
            Key: instanceKey(workspaceId),
            UpdateExpression: 'SET startedAt = :now ADD rev :one',
            ConditionExpression:
              'generation = :generation AND (attribute_not_exists(startedAt) OR startedAt <= :before)',
            ExpressionAttributeValues: {
              ':generation': generation,
              ':now': now().getTime(),
              ':before': now().getTime() - pauseMs,
              ':one': 1,
            },
          }),
        ),
      ),

    countStart: ({ workspaceId, generation }: InstanceItem): Promise<boolean> =>
      conditional(
        table.doc.send(
          new UpdateCommand({
            TableName: table.name,
            Key: instanceKey(workspaceId),
            UpdateExpression: 'ADD starts :one, rev :one',
            ConditionExpression: 'generation = :generation',
            ExpressionAttributeValues: { ':generation': generation, ':one': 1 },
          }),
        ),
      ),

    async savePicture({ workspaceId, generation }: InstanceItem, picture: string | null, at: number): Promise<void> {
      const change =
        picture === null
          ? 'SET pictureAt = :at REMOVE contactPicture'
          : 'SET pictureAt = :at, contactPicture = :picture';
      await conditional(
        table.doc.send(
          new UpdateCommand({
            TableName: table.name,
            Key: instanceKey(workspaceId),
            UpdateExpression: `${change} ADD rev :one`,
            ConditionExpression: 'generation = :generation AND attribute_exists(phone)',
            ExpressionAttributeValues: {
              ':generation': generation,
              ':at': at,
              ':one': 1,
              ...(picture !== null && { ':picture': picture }),
            },
          }),
        ),
      );
    },

    async countOnShard(shardId: string): Promise<number> {
      let count = 0;
      let from: Record<string, unknown> | undefined;
      do {
        const query = { ...onShard(table, shardId, from), Select: 'COUNT' } as const;
        const { Count = 0, LastEvaluatedKey } = await table.doc.send(new QueryCommand(query));
        count += Count;
        from = LastEvaluatedKey;
      } while (from);
      return count;
    },
  };
}

export type InstanceStore = ReturnType<typeof createInstanceStore>;

const onShard = (table: Table, shardId: string, from: Record<string, unknown> | undefined) => ({
  TableName: table.name,
  IndexName: tableShape.dueIndex.name,
  KeyConditionExpression: 'duePk = :lines',
  ExpressionAttributeValues: { ':lines': linesPartition(shardId) },
  ...(from && { ExclusiveStartKey: from }),
});

export function instancePut(
  TableName: string,
  before: InstanceItem | undefined,
  after: Omit<InstanceItem, 'rev'>,
): TransactItem {
  const { dueAt, shardId } = after;
  const due = dueAt !== undefined && shardId !== undefined && { duePk: linesPartition(shardId) };
  const condition = before
    ? { ConditionExpression: 'rev = :rev', ExpressionAttributeValues: { ':rev': before.rev } }
    : { ConditionExpression: 'attribute_not_exists(pk)' };
  const Item = { ...instanceKey(after.workspaceId), ...after, rev: (before?.rev ?? 0) + 1, ...due };
  return { Put: { TableName, Item, ...condition } };
}

const pointerPut = (TableName: string, { id, workspaceId, userId }: Omit<InstanceItem, 'rev'>): TransactItem => ({
  Put: {
    TableName,
    Item: { ...instancePointerKey(id), type: 'instancePointer', workspaceId, userId },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

export const linePut = (
  table: { name: string },
  lineHash: string,
  { shardId, sealedSecret, madeAt, ...life }: LineLife & { shardId: string; sealedSecret: string; madeAt?: number },
): TransactItem => {
  const lineName = lineNameOf({ id: life.instanceId, generation: life.generation });
  const line: LineItem = { type: 'line', ...life, shardId, lineName, sealedSecret, madeAt };
  return { Put: { TableName: table.name, Item: { ...lineKey(lineHash), ...line } } };
};

/** Keeps the line for another hour, so that gateways do not retry late deliveries. */
export const lineExpiry = (table: { name: string }, lineHash: string, now: Date): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: lineKey(lineHash),
    // No condition, because the line must end.
    UpdateExpression: 'SET expiresAt = if_not_exists(expiresAt, :end)',
    ExpressionAttributeValues: { ':end': epochSeconds(now) + keptAfterRemovalSeconds },
  },
});

export function sharedPut(table: { name: string }, line: LineLife, sharer: Omit<InstanceItem, 'rev'>): TransactItem {
  const { workspaceId, generation: ofWorkspace } = sharer;
  const item: SharedItem = { type: 'shared', workspaceId, generation: line.generation, ofWorkspace };
  return { Put: { TableName: table.name, Item: { ...sharedKey(line.instanceId, workspaceId), ...item } } };
}

export const sharedDelete = (table: { name: string }, line: LineLife, workspaceId: number): TransactItem => ({
  Delete: { TableName: table.name, Key: sharedKey(line.instanceId, workspaceId) },
});
