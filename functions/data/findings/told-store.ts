import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { opaqueId, time } from '#shared/contracts/fields.ts';

import { parseItem, parseItems, type ReportUnreadable } from '../items/parse-item.ts';
import { findingsPartition, toldKey, workspaceKey } from '../keys.ts';
import { outboxPut } from '../outbox/outbox-store.ts';
import { readBatch } from '../read-batch.ts';
import { tableShape } from '../table-shape.ts';
import { transact, type Table, type TransactItem } from '../table.ts';

export const toldItem = z.object({
  type: z.literal('told'),
  workspaceId: z.number(),
  /** Since when, by the place of each finding that stands and that its owner was told of. */
  told: z._default(z.record(z.string(), time), {}),
  /** When one of a kind was last told of. */
  mailed: z._default(z.record(z.string(), time), {}),
  /** As `told`, of those that a trigger has told of, or that need none; absent in older records. */
  alerted: z.optional(z.record(z.string(), time)),
  /** When a trigger last told. */
  firedAt: z.optional(time),
  /** Fired when a finding is told. */
  alertTriggerId: z.optional(opaqueId),
  /** The next look; absent where nothing can break. */
  dueAt: z.optional(time),
});

export type ToldItem = z.output<typeof toldItem>;
export type Told = Pick<ToldItem, 'told' | 'mailed' | 'alerted' | 'firedAt' | 'dueAt'>;

export const nothingTold: Told = { told: {}, mailed: {} };

const dueLook = z.object({ workspaceId: z.number(), dueAt: time });
export type DueLook = z.output<typeof dueLook>;

const dayMs = 24 * 3_600_000;
const pageSize = 100;

/** Workers of two partitions write what was told: of the workspace, and of its owner, who mails. */
export function createToldStore(table: Table, report?: ReportUnreadable) {
  const named = { TableName: table.name };

  return {
    async find(workspaceId: number): Promise<ToldItem | undefined> {
      const get = new GetCommand({ ...named, Key: toldKey(workspaceId), ConsistentRead: true });
      return parseItem(toldItem, (await table.doc.send(get)).Item, report);
    },

    /** When one of a kind was last told of in any of these workspaces. */
    async mailedIn(workspaceIds: readonly number[]): Promise<Told['mailed']> {
      const items = parseItems(toldItem, await readBatch(table, workspaceIds.map(toldKey)), report);
      return items.reduce<Told['mailed']>((all, { mailed }) => latest(all, mailed), {});
    },

    /** They fail once the workspace is gone, and where `before` is given when something else was told since. */
    writes(
      workspaceId: number,
      { told, mailed, alerted = told, firedAt, dueAt }: Told,
      before?: Pick<Told, 'told' | 'mailed'>,
    ): TransactItem[] {
      const fired = firedAt === undefined ? '' : ', firedAt = :fired';
      const due = dueAt === undefined ? ' REMOVE duePk, dueAt' : ', duePk = :findings, dueAt = :due';
      return [
        {
          Update: {
            ...named,
            Key: toldKey(workspaceId),
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

    /** Fails once the workspace is gone. */
    async chooseAlert(workspaceId: number, triggerId: string | undefined): Promise<'chosen' | 'gone'> {
      const isNone = triggerId === undefined;
      const update: TransactItem = {
        Update: {
          ...named,
          Key: toldKey(workspaceId),
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

    /** Longest due first; `next` is where the following page starts. */
    async due(
      now: Date,
      from?: Record<string, unknown>,
    ): Promise<{ looks: DueLook[]; next?: Record<string, unknown> }> {
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

    /** Due again in a day, whatever becomes of the look. `changed`: another run was faster. */
    async queue({ workspaceId, dueAt }: DueLook, made: { id: string; now: Date }): Promise<'queued' | 'changed'> {
      const again: TransactItem = {
        Update: {
          ...named,
          Key: toldKey(workspaceId),
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

/** Of each kind the later one. */
export function latest(one: Told['mailed'], other: Told['mailed']): Told['mailed'] {
  const kinds = new Set([...Object.keys(one), ...Object.keys(other)]);
  const later = (kind: string): string => [one[kind] ?? '', other[kind] ?? ''].toSorted().at(-1) ?? '';
  return Object.fromEntries([...kinds].map((kind) => [kind, later(kind)]));
}

export type ToldStore = ReturnType<typeof createToldStore>;
