import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { numericId, time } from '#shared/contracts/fields.ts';
import { workspaceStatus } from '#shared/contracts/workspaces.ts';

import { parseItem, type ReportUnreadable } from './items.ts';
import { workspaceKey } from './keys.ts';
import type { Table } from './table.ts';

/** The Amazon account of a workspace; `number` counts its links, so that what belongs to an older one is told apart. */
export const amazonLink = z.object({
  number: z.number(),
  amazonUserId: z.string(),
  name: z.string(),
  email: z.string(),
  createdAt: time,
  updatedAt: time,
});

export const workspaceItem = z.object({
  type: z.literal('workspace'),
  id: numericId,
  name: z.string(),
  status: workspaceStatus,
  defaultWorkspace: z.boolean(),
  userId: z.string(),
  createdAt: time,
  /** SHA-256 of the webhook token, to compare (`hashOf`). */
  tokenHash: z.string(),
  /** The webhook token sealed for the owner `workspacePartition(id)`, to show. */
  tokenSealed: z.string(),
  /** Number of the newest Amazon link, 0 before the first. */
  lastLink: z.number(),
  /** Triggers of the present link. */
  triggerCount: z.number(),
  link: z.optional(amazonLink),
});

export type WorkspaceItem = z.output<typeof workspaceItem>;

export function createWorkspaceStore(table: Table, report?: ReportUnreadable) {
  return {
    /** As it is now, whoever owns it. */
    async find(workspaceId: number): Promise<WorkspaceItem | undefined> {
      const { Item } = await table.doc.send(
        new GetCommand({ TableName: table.name, Key: workspaceKey(workspaceId), ConsistentRead: true }),
      );
      return parseItem(workspaceItem, Item, report);
    },
  };
}
