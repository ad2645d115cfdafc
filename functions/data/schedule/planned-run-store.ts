import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { epochSeconds, live, parseItem, parseItems, type ReportUnreadable } from '../items/parse-item.ts';
import { plannedRunItem, storedPlannedRun, type PlannedRunItem } from '../items/planned-run-item.ts';
import {
  clockPartitions,
  plannedRunKey,
  plannedRunPrefix,
  triggerKey,
  workspaceKey,
  workspacePartition,
} from '../keys.ts';
import { queryAll } from '../query-all.ts';
import { tableShape } from '../table-shape.ts';
import { conditional, transact, type Table, type TransactItem } from '../table.ts';

/** A finished run stays readable for a day, and so does an Idempotency-Key. */
const daySeconds = 86_400;
const duePageSize = 200;

const dueItem = z.object({ workspaceId: z.number(), id: z.string(), nextAt: z.iso.datetime() });

export type DueRun = z.output<typeof dueItem>;

/** The workspace as it was read. Every write fails if it has changed since. */
export type PlanningIn = {
  id: number;
  link: number | undefined;
  planChanges?: number | undefined;
  /** The new or unchanged time zone. */
  timeZone?: string | undefined;
};

export function createPlannedRunStore(table: Table, now: () => Date = () => new Date(), report?: ReportUnreadable) {
  const TableName = table.name;

  const readable = (item: PlannedRunItem | undefined): item is PlannedRunItem => item !== undefined && !item.canceled;

  return {
    /** Includes planned runs of earlier links. */
    async list(workspaceId: number): Promise<PlannedRunItem[]> {
      const rows = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': workspacePartition(workspaceId), ':prefix': plannedRunPrefix },
      });
      const alive = rows.filter((row) => live(row, now()));
      return parseItems(plannedRunItem, alive, report).filter(readable);
    },

    /** Returns `canceled` if the user deleted the run; the item then only answers its Idempotency-Key. */
    async find(workspaceId: number, id: string): Promise<PlannedRunItem | 'canceled' | undefined> {
      const Key = plannedRunKey(workspaceId, id);
      const { Item } = await table.doc.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      const found = parseItem(plannedRunItem, live(Item, now()), report);
      return found?.canceled ? 'canceled' : found;
    },

    /** Returns `exists` if the id is taken, and `changed` if the workspace changed or the trigger does not exist. */
    async add(
      item: PlannedRunItem,
      planning: PlanningIn,
      { beforeTrigger = false }: { beforeTrigger?: boolean } = {},
    ): Promise<'added' | 'exists' | 'changed'> {
      const put: TransactItem = {
        Put: {
          TableName,
          Item: storedPlannedRun(item),
          ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
          ExpressionAttributeValues: { ':now': epochSeconds(now()) },
        },
      };
      const also = beforeTrigger ? [] : [triggerExists(TableName, item)];
      const result = await transact(table, [put, inWorkspace(TableName, planning), ...also]);
      if (result === 'done') return 'added';
      return result.cancelled[0] ? 'exists' : 'changed';
    },

    /**
     * Replaces all runs and the workspace's time zone in one transaction. Returns `changed` if one of them has changed
     * since it was read.
     */
    async replace(
      changes: readonly { seen: PlannedRunItem; next: PlannedRunItem }[],
      planning: PlanningIn,
    ): Promise<'done' | 'changed'> {
      const puts = changes.map(({ seen, next }): TransactItem => ({
        Put: { TableName, Item: storedPlannedRun({ ...next, rev: seen.rev + 1 }), ...asSeen(seen) },
      }));
      return (await transact(table, [inWorkspace(TableName, planning), ...puts])) === 'done' ? 'done' : 'changed';
    },

    /**
     * For the clock. `nextAt` is the following run, undefined if none is left. Returns false if the run was changed in
     * between.
     */
    async settle(seen: PlannedRunItem, last: PlannedRunItem['last'], nextAt: string | undefined): Promise<boolean> {
      const { nextAt: _, ...rest } = seen;
      const next = nextAt !== undefined ? { nextAt } : { expiresAt: epochSeconds(now()) + daySeconds };
      const Item = storedPlannedRun({ ...rest, last, ...next, rev: seen.rev + 1 });
      return conditional(table.doc.send(new PutCommand({ TableName, Item, ...asSeen(seen) })));
    },

    /** A run with an Idempotency-Key is marked as canceled, so that the key does not plan it again. */
    async remove(item: PlannedRunItem): Promise<void> {
      const expiresAt = epochSeconds(new Date(item.createdAt)) + daySeconds;
      const Key = plannedRunKey(item.workspaceId, item.id);
      if (!item.keyed || expiresAt <= epochSeconds(now())) {
        await table.doc.send(new DeleteCommand({ TableName, Key }));
        return;
      }
      const cancel = new UpdateCommand({
        TableName,
        Key,
        UpdateExpression: 'SET canceled = :true, expiresAt = :expires REMOVE nextAt, duePk, dueAt',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':true': true, ':expires': expiresAt },
      });
      await conditional(table.doc.send(cancel));
    },

    /** Most overdue first. */
    async due(
      partition: (typeof clockPartitions)[number],
      until: Date,
      from?: Record<string, unknown>,
    ): Promise<{ runs: DueRun[]; next?: Record<string, unknown> }> {
      const { Items, LastEvaluatedKey } = await table.doc.send(
        new QueryCommand({
          TableName,
          IndexName: tableShape.dueIndex.name,
          KeyConditionExpression: 'duePk = :clock AND dueAt <= :until',
          ExpressionAttributeValues: { ':clock': partition, ':until': until.toISOString() },
          Limit: duePageSize,
          ...(from && { ExclusiveStartKey: from }),
        }),
      );
      const runs = parseItems(dueItem, Items, report);
      return LastEvaluatedKey ? { runs, next: LastEvaluatedKey } : { runs };
    },
  };
}

export type PlannedRunStore = ReturnType<typeof createPlannedRunStore>;

const asSeen = ({ rev }: PlannedRunItem) => ({
  ConditionExpression: 'rev = :rev AND attribute_not_exists(canceled)',
  ExpressionAttributeValues: { ':rev': rev },
});

const inWorkspace = (TableName: string, { id, link, planChanges, timeZone }: PlanningIn): TransactItem => ({
  Update: {
    TableName,
    Key: workspaceKey(id),
    UpdateExpression: `SET planChanges = :next${timeZone === undefined ? '' : ', #zone = :zone'}`,
    ConditionExpression: [
      link === undefined ? 'attribute_not_exists(#link)' : '#link.#number = :link',
      planChanges === undefined ? 'attribute_not_exists(planChanges)' : 'planChanges = :seen',
      'attribute_exists(pk)',
    ].join(' AND '),
    ExpressionAttributeNames: {
      '#link': 'link',
      ...(link !== undefined && { '#number': 'number' }),
      ...(timeZone !== undefined && { '#zone': 'timeZone' }),
    },
    ExpressionAttributeValues: {
      ':next': (planChanges ?? 0) + 1,
      ...(link !== undefined && { ':link': link }),
      ...(planChanges !== undefined && { ':seen': planChanges }),
      ...(timeZone !== undefined && { ':zone': timeZone }),
    },
  },
});

const triggerExists = (
  TableName: string,
  { workspaceId, triggerId, link }: Pick<PlannedRunItem, 'workspaceId' | 'triggerId' | 'link'>,
): TransactItem => ({
  ConditionCheck: {
    TableName,
    Key: triggerKey(workspaceId, triggerId),
    ConditionExpression: 'attribute_exists(pk) AND #link = :link',
    ExpressionAttributeNames: { '#link': 'link' },
    ExpressionAttributeValues: { ':link': link },
  },
});
