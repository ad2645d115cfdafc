import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { opaqueId, time } from '#shared/contracts/fields.ts';

import { parseItem, parseItems, type ReportUnreadable } from '../items/parse-item.ts';
import { findingsPartition, notificationKey, workspaceKey } from '../keys.ts';
import { outboxPut } from '../outbox/outbox-store.ts';
import { readBatch } from '../read-batch.ts';
import { tableShape } from '../table-shape.ts';
import { transact, type Table, type TransactItem } from '../table.ts';

export const notificationItem = z.object({
  type: z.literal('told'),
  workspaceId: z.number(),
  /** Findings that still exist and that the owner was notified of: the time of that notice by place. */
  told: z._default(z.record(z.string(), time), {}),
  /** When the owner was last notified of a finding, by kind. */
  mailed: z._default(z.record(z.string(), time), {}),
  /** Like `told`, for findings that fired the alert trigger or need no alert; absent in older items. */
  alerted: z.optional(z.record(z.string(), time)),
  /** When the alert trigger was last fired. */
  firedAt: z.optional(time),
  /** The trigger to fire for a new finding. */
  alertTriggerId: z.optional(opaqueId),
  /** When the next check is due; absent if nothing can break. */
  dueAt: z.optional(time),
});

export type NotificationItem = z.output<typeof notificationItem>;
export type ReportedFindings = Pick<NotificationItem, 'told' | 'mailed' | 'alerted' | 'firedAt' | 'dueAt'>;

export const nothingReported: ReportedFindings = { told: {}, mailed: {} };

const dueLook = z.object({ workspaceId: z.number(), dueAt: time });
export type DueFindingsCheck = z.output<typeof dueLook>;

const dayMs = 24 * 3_600_000;
const pageSize = 100;

/** Workers of two partitions write this item: the workspace's, and its owner's, which sends the mail. */
export function createNotificationStore(table: Table, report?: ReportUnreadable) {
  const named = { TableName: table.name };

  return {
    async find(workspaceId: number): Promise<NotificationItem | undefined> {
      const get = new GetCommand({ ...named, Key: notificationKey(workspaceId), ConsistentRead: true });
      return parseItem(notificationItem, (await table.doc.send(get)).Item, report);
    },

    /** Returns when each kind was last mailed about in any of these workspaces. */
    async mailedIn(workspaceIds: readonly number[]): Promise<ReportedFindings['mailed']> {
      const items = parseItems(notificationItem, await readBatch(table, workspaceIds.map(notificationKey)), report);
      return items.reduce<ReportedFindings['mailed']>((all, { mailed }) => latest(all, mailed), {});
    },

    /**
     * The writes fail once the workspace is deleted. With `before`, they also fail if another worker recorded notices
     * since.
     */
    writes(
      workspaceId: number,
      { told, mailed, alerted = told, firedAt, dueAt }: ReportedFindings,
      before?: Pick<ReportedFindings, 'told' | 'mailed'>,
    ): TransactItem[] {
      const fired = firedAt === undefined ? '' : ', firedAt = :fired';
      const due = dueAt === undefined ? ' REMOVE duePk, dueAt' : ', duePk = :findings, dueAt = :due';
      return [
        {
          Update: {
            ...named,
            Key: notificationKey(workspaceId),
            UpdateExpression: `SET #type = :type, workspaceId = :id, told = :told, mailed = :mailed, alerted = :alerted${fired}${due}`,
            ...(before && {
              ConditionExpression:
                '(attribute_not_exists(told) OR told = :before) AND (attribute_not_exists(mailed) OR mailed = :mailedBefore)',
            }),
            ExpressionAttributeNames: { '#type': 'type' },
            ExpressionAttributeValues: {
              ':type': 'told',
              ':id': workspaceId,
              ...(before && { ':before': before.told, ':mailedBefore': before.mailed }),
              ':told': told,
              ':mailed': mailed,
              ':alerted': alerted,
              ...(firedAt !== undefined && { ':fired': firedAt }),
              ...(dueAt !== undefined && { ':findings': findingsPartition, ':due': dueAt }),
            },
          },
        },
        {
          ConditionCheck: { ...named, Key: workspaceKey(workspaceId), ConditionExpression: 'attribute_exists(pk)' },
        },
      ];
    },

    /** Returns `gone` once the workspace is deleted. */
    async chooseAlert(workspaceId: number, triggerId: string | undefined): Promise<'chosen' | 'gone'> {
      const isNone = triggerId === undefined;
      const update: TransactItem = {
        Update: {
          ...named,
          Key: notificationKey(workspaceId),
          UpdateExpression: `SET #type = :type, workspaceId = :id${isNone ? ' REMOVE alertTriggerId' : ', alertTriggerId = :trigger'}`,
          ExpressionAttributeNames: { '#type': 'type' },
          ExpressionAttributeValues: {
            ':type': 'told',
            ':id': workspaceId,
            ...(!isNone && { ':trigger': triggerId }),
          },
        },
      };
      const exists: TransactItem = {
        ConditionCheck: { ...named, Key: workspaceKey(workspaceId), ConditionExpression: 'attribute_exists(pk)' },
      };
      return (await transact(table, [update, exists])) === 'done' ? 'chosen' : 'gone';
    },

    /** Most overdue first; pass `next` as `from` to read the next page. */
    async due(
      now: Date,
      from?: Record<string, unknown>,
    ): Promise<{ looks: DueFindingsCheck[]; next?: Record<string, unknown> }> {
      const { Items, LastEvaluatedKey } = await table.doc.send(
        new QueryCommand({
          ...named,
          IndexName: tableShape.dueIndex.name,
          KeyConditionExpression: 'duePk = :findings AND dueAt <= :now',
          ExpressionAttributeValues: { ':findings': findingsPartition, ':now': now.toISOString() },
          Limit: pageSize,
          ...(from && { ExclusiveStartKey: from }),
        }),
      );
      const looks = parseItems(dueLook, Items, report);
      return LastEvaluatedKey ? { looks, next: LastEvaluatedKey } : { looks };
    },

    /**
     * Queues a check and makes the next one due in a day, whether the check succeeds or not. Returns `changed` if
     * another run was first.
     */
    async queue(
      { workspaceId, dueAt }: DueFindingsCheck,
      made: { id: string; now: Date },
    ): Promise<'queued' | 'changed'> {
      const again: TransactItem = {
        Update: {
          ...named,
          Key: notificationKey(workspaceId),
          UpdateExpression: 'SET dueAt = :next',
          ConditionExpression: 'dueAt = :seen AND duePk = :findings',
          ExpressionAttributeValues: {
            ':next': new Date(made.now.getTime() + dayMs).toISOString(),
            ':seen': dueAt,
            ':findings': findingsPartition,
          },
        },
      };
      const entry = outboxPut(table, { topic: 'findings', workspaceId }, made);
      return (await transact(table, [again, entry])) === 'done' ? 'queued' : 'changed';
    },
  };
}

/** Returns the later time of each kind. */
export function latest(one: ReportedFindings['mailed'], other: ReportedFindings['mailed']): ReportedFindings['mailed'] {
  const kinds = new Set([...Object.keys(one), ...Object.keys(other)]);
  const later = (kind: string): string => [one[kind] ?? '', other[kind] ?? ''].toSorted().at(-1) ?? '';
  return Object.fromEntries([...kinds].map((kind) => [kind, later(kind)]));
}

export type NotificationStore = ReturnType<typeof createNotificationStore>;
