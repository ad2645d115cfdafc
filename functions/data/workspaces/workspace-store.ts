import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { numericId, time } from '#shared/contracts/fields.ts';
import { workspaceStatus } from '#shared/contracts/fields.ts';

import { offNote } from '../items/grant-item.ts';
import { parseItem, parseItems, type ReportUnreadable } from '../items/parse-item.ts';
import { membershipPrefix, userPartition, workspaceKey, workspaceNameKey } from '../keys.ts';
import { queryAll } from '../query-all.ts';
import { readBatch } from '../read-batch.ts';
import { conditional, transact, type Table } from '../table.ts';
import { countWrite, creationWrites, renameWrites, type NewWorkspace } from './workspace-writes.ts';

/** Newer links have higher numbers. */
export const amazonLink = z.object({
  number: z.number(),
  amazonUserId: z.string(),
  name: z.string(),
  email: z.string(),
  createdAt: time,
  updatedAt: time,
  /** When Amazon refused to let us enable the skill; ignored while there is a grant. */
  reconnectRefusedAt: z.optional(z.iso.datetime()),
  /** Counts until Alexa enables the skill or sends a grant. */
  skillOff: z.optional(offNote),
});

export const workspaceItem = z.object({
  type: z.literal('workspace'),
  id: numericId,
  name: z.string(),
  status: workspaceStatus,
  defaultWorkspace: z.boolean(),
  userId: z.string(),
  createdAt: time,
  /** Hashed by `hashOf`. */
  tokenHash: z.string(),
  /** Sealed for `workspacePartition(id)`. */
  tokenSealed: z.string(),
  /** Absent for the first token. */
  tokenMadeAt: z.optional(time),
  /** The previous token, while it still works. */
  oldTokenHash: z.optional(z.string()),
  oldTokenUntil: z.optional(z.iso.datetime()),
  lastLink: z.number(),
  triggerCount: z.number(),
  link: z.optional(amazonLink),
  timeZone: z.optional(z.string()),
  /** Counts added planned runs and changes of the time zone. Checking it keeps concurrent calls within the limit. */
  planChanges: z.optional(z.number()),
  /** Counts added access keys, for the same reason. */
  keyChanges: z.optional(z.number()),
  /** Ids of triggers of the current link, in the order in which the app shows them first. */
  favorites: z.optional(z.array(z.string())),
});

export type WorkspaceItem = z.output<typeof workspaceItem>;

/** `oldTokenUntil` is when the previous token stops working; without it, the previous token stops at once. */
export type NewToken = Required<Pick<WorkspaceItem, 'tokenHash' | 'tokenSealed'>> & {
  tokenMadeAt: string;
  oldTokenUntil?: string;
};

/** Writes check that the user owns the workspace. */
type Mine = { userId: string; id: number };

const membershipItem = z.object({ type: z.literal('membership'), workspaceId: numericId });

export function createWorkspaceStore(table: Table, report?: ReportUnreadable) {
  const TableName = table.name;

  const update = async (mine: Mine, change: string, values: Record<string, unknown>): Promise<'done' | 'notFound'> => {
    const names = change.includes('#status') ? { ExpressionAttributeNames: { '#status': 'status' } } : {};
    const command = new UpdateCommand({
      TableName,
      Key: workspaceKey(mine.id),
      UpdateExpression: change,
      ConditionExpression: 'userId = :user',
      ExpressionAttributeValues: { ':user': mine.userId, ...values },
      ...names,
    });
    return (await conditional(table.doc.send(command))) ? 'done' : 'notFound';
  };

  return {
    async find(workspaceId: number): Promise<WorkspaceItem | undefined> {
      const Key = workspaceKey(workspaceId);
      const { Item } = await table.doc.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return parseItem(workspaceItem, Item, report);
    },

    async exists(workspaceId: number): Promise<boolean> {
      const get = { TableName, Key: workspaceKey(workspaceId), ConsistentRead: true, ProjectionExpression: 'pk' };
      return (await table.doc.send(new GetCommand(get))).Item !== undefined;
    },

    async list(userId: string): Promise<WorkspaceItem[]> {
      const mine = parseItems(membershipItem, await memberships(table, userId), report);
      const keys = mine.map(({ workspaceId }) => workspaceKey(workspaceId));
      return parseItems(workspaceItem, await readBatch(table, keys), report);
    },

    /** The user never has more than `max` workspaces, even after concurrent calls. */
    async create(workspace: NewWorkspace, max?: number): Promise<'created' | 'nameTaken' | 'idTaken' | 'tooMany'> {
      const { length: held } = await memberships(table, workspace.userId);
      if (max !== undefined && held >= max) return 'tooMany';
      const counted = countWrite(TableName, workspace.userId, held, max);
      const done = await transact(table, [...creationWrites(TableName, workspace), counted]);
      if (done === 'done') return 'created';
      if (done.cancelled[0]) return 'idTaken';
      return done.cancelled[2] ? 'nameTaken' : 'tooMany';
    },

    async isNameTaken(userId: string, normalisedName: string): Promise<boolean> {
      const Key = workspaceNameKey(userId, normalisedName);
      return (await table.doc.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item !== undefined;
    },

    /** Returns `changed` if the name is no longer `from`. */
    async rename(mine: Mine, names: { from: string; to: string }): Promise<'renamed' | 'nameTaken' | 'changed'> {
      const done = await transact(table, renameWrites(TableName, mine, names));
      if (done === 'done') return 'renamed';
      return done.cancelled[0] ? 'changed' : 'nameTaken';
    },

    /** Returns `changed` if the number of triggers is not as it was read, or the link has ended. */
    async setFavorites(seen: WorkspaceItem, triggerIds: readonly string[]): Promise<'stored' | 'changed'> {
      const command = new UpdateCommand({
        TableName,
        Key: workspaceKey(seen.id),
        UpdateExpression: triggerIds.length > 0 ? 'SET favorites = :ids' : 'REMOVE favorites',
        ConditionExpression: `userId = :user AND triggerCount = :count AND ${seen.link ? '#link.#number = :link' : 'attribute_not_exists(#link)'}`,
        ExpressionAttributeNames: { '#link': 'link', ...(seen.link && { '#number': 'number' }) },
        ExpressionAttributeValues: {
          ':user': seen.userId,
          ':count': seen.triggerCount,
          ...(triggerIds.length > 0 && { ':ids': triggerIds }),
          ...(seen.link && { ':link': seen.link.number }),
        },
      });
      return (await conditional(table.doc.send(command))) ? 'stored' : 'changed';
    },

    activate: (mine: Mine) => update(mine, 'SET #status = :active', { ':active': 'ATIVO' }),

    replaceToken(mine: Mine, { tokenHash, tokenSealed, tokenMadeAt, oldTokenUntil }: NewToken) {
      const set = 'SET tokenHash = :hash, tokenSealed = :sealed, tokenMadeAt = :at';
      const values = { ':at': tokenMadeAt, ':hash': tokenHash, ':sealed': tokenSealed };
      if (oldTokenUntil === undefined) return update(mine, `${set} REMOVE oldTokenHash, oldTokenUntil`, values);
      return update(mine, `${set}, oldTokenHash = tokenHash, oldTokenUntil = :until`, {
        ...values,
        ':until': oldTokenUntil,
      });
    },
  };
}

const memberships = (table: Table, userId: string): Promise<unknown[]> =>
  queryAll(table, {
    KeyConditionExpression: 'pk = :user AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':user': userPartition(userId), ':prefix': membershipPrefix },
  });
