import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { trialWrites } from '../billing/trial-marks.ts';
import { epochSeconds, live, parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { accountHash } from '../items/user-item.ts';
import { formerLinkKey, linkKey, workspaceKey } from '../keys.ts';
import { outboxPut, type OutboxEntry } from '../outbox/outbox-store.ts';
import { isConditionFailed, transact, type Table, type TransactItem } from '../table.ts';
import type { WorkspaceItem } from '../workspaces/workspace-store.ts';

const linkItem = z.object({
  type: z.literal('link'),
  amazonUserId: z.string(),
  workspaceId: z.number(),
  link: z.number(),
  createdAt: z.iso.datetime(),
});

export type LinkItem = z.output<typeof linkItem>;

/** The account that a user unlinked last, stored for as long as its grant may be stored detached. */
export const formerLink = z.object({
  type: z.literal('formerLink'),
  amazonUserId: z.string(),
  name: z.string(),
  email: z.string(),
  expiresAt: z.number(),
});

export type FormerLink = z.output<typeof formerLink>;
export type AmazonAccount = { amazonUserId: string; name: string; email: string };
export type LinkedWorkspace = WorkspaceItem & { link: NonNullable<WorkspaceItem['link']> };

export type Ending = {
  removed: readonly string[];
  deactivate: boolean;
  /** Joins the transaction. */
  also: readonly TransactItem[];
};

type Deps = { table: Table; now: () => Date; newId: () => string; report?: ReportUnreadable };

export function createAmazonLinkStore({ table, now, newId, report }: Deps) {
  const named = { TableName: table.name };
  const trial = (workspaceId: number, amazonUserId: string): Promise<TransactItem[]> =>
    trialWrites(table, { workspaceId, accountHash: accountHash('amazon', amazonUserId), now: now() });
  const outbox = (entry: OutboxEntry): TransactItem => outboxPut(table, entry, { id: newId(), now: now() });

  return {
    async find(amazonUserId: string): Promise<LinkItem | undefined> {
      const { Item } = await table.doc.send(
        new GetCommand({ ...named, Key: linkKey(amazonUserId), ConsistentRead: true }),
      );
      return parseItem(linkItem, Item, report);
    },

    /** Returns the account if it was unlinked within the last 30 days. */
    async findFormer(userId: string): Promise<FormerLink | undefined> {
      const { Item } = await table.doc.send(
        new GetCommand({ ...named, Key: formerLinkKey(userId), ConsistentRead: true }),
      );
      return live(parseItem(formerLink, Item, report), now());
    },

    /**
     * Returns `accountInUse` if another workspace linked the account first. Returns `changed` if the workspace has
     * changed since it was read, or if a condition in `also` fails.
     */
    async link(
      workspace: WorkspaceItem,
      account: AmazonAccount,
      also: readonly TransactItem[],
    ): Promise<'linked' | 'accountInUse' | 'changed'> {
      const { id: workspaceId } = workspace;
      const { amazonUserId } = account;
      const number = workspace.lastLink + 1;
      const createdAt = now().toISOString();
      const lock = { ...linkKey(amazonUserId), type: 'link', amazonUserId, workspaceId, link: number, createdAt };
      const result = await transact(table, [
        { Put: { ...named, Item: lock, ConditionExpression: 'attribute_not_exists(pk)' } },
        { Update: withLink(table, workspace, { number, ...account, createdAt, updatedAt: createdAt }) },
        outbox({ topic: 'devices', amazonUserId, workspaceId, link: number, removed: [], anew: true }),
        ...also,
        ...(await trial(workspaceId, amazonUserId)),
      ]);
      if (result === 'done') return 'linked';
      return result.cancelled[0] === undefined ? 'changed' : 'accountInUse';
    },

    async renew(workspace: LinkedWorkspace, account: AmazonAccount): Promise<'renewed' | 'changed'> {
      const update = new UpdateCommand({
        ...named,
        Key: workspaceKey(workspace.id),
        UpdateExpression: 'SET link.#name = :name, link.email = :email, link.updatedAt = :now',
        ConditionExpression: 'link.#number = :number',
        ExpressionAttributeNames: { '#name': 'name', '#number': 'number' },
        ExpressionAttributeValues: {
          ':name': account.name,
          ':email': account.email,
          ':now': now().toISOString(),
          ':number': workspace.link.number,
        },
      });
      return table.doc.send(update).then(
        () => 'renewed',
        (error: unknown) => {
          if (isConditionFailed(error)) return 'changed';
          throw error;
        },
      );
    },

    /**
     * Returns `changed` if the workspace or its number of triggers has changed since it was read, or if a condition in
     * `also` fails.
     */
    async end(workspace: WorkspaceItem, ending: Ending): Promise<'ended' | 'changed'> {
      const { id: workspaceId, link } = workspace;
      const number = link?.number ?? workspace.lastLink;
      const account = link && { amazonUserId: link.amazonUserId };
      // An account linked while the trial began may not have a mark yet. A deactivated workspace has no trial.
      const marks = account && !ending.deactivate ? await trial(workspaceId, account.amazonUserId) : [];
      const result = await transact(table, [
        { Update: withoutLink(table, workspace, ending.deactivate) },
        outbox({ topic: 'cleanUp', workspaceId, link: number, ...account }),
        ...(link ? [remember(table, workspace.userId, link, now())] : []),
        ...(account
          ? [
              removeLock(table, workspaceId, account.amazonUserId),
              outbox({ topic: 'devices', ...account, workspaceId, link: number, removed: ending.removed }),
            ]
          : []),
        ...ending.also,
        ...marks,
      ]);
      return result === 'done' ? 'ended' : 'changed';
    },
  };
}

export type AmazonLinkStore = ReturnType<typeof createAmazonLinkStore>;

type Update = NonNullable<TransactItem['Update']>;

const withLink = (table: Table, workspace: WorkspaceItem, link: NonNullable<WorkspaceItem['link']>): Update => ({
  TableName: table.name,
  Key: workspaceKey(workspace.id),
  UpdateExpression: 'SET link = :link, lastLink = :number, triggerCount = :zero',
  ConditionExpression: '#status = :active AND userId = :user AND lastLink = :last AND attribute_not_exists(link)',
  ExpressionAttributeNames: { '#status': 'status' },
  ExpressionAttributeValues: {
    ':link': link,
    ':number': link.number,
    ':zero': 0,
    ':active': 'ATIVO',
    ':user': workspace.userId,
    ':last': workspace.lastLink,
  },
});

/**
 * The count is part of the condition, so that the caller reads again if a trigger was created or deleted in between.
 */
function withoutLink(table: Table, workspace: WorkspaceItem, deactivate: boolean): Update {
  const { link } = workspace;
  const status = deactivate ? ', #status = :inactive' : '';
  return {
    TableName: table.name,
    Key: workspaceKey(workspace.id),
    UpdateExpression: `SET triggerCount = :zero${status} REMOVE link, favorites`,
    ConditionExpression: `#status = :status AND triggerCount = :count AND ${link ? 'link.#number = :number' : 'attribute_not_exists(link)'}`,
    ExpressionAttributeNames: { '#status': 'status', ...(link && { '#number': 'number' }) },
    ExpressionAttributeValues: {
      ':zero': 0,
      ':status': workspace.status,
      ':count': workspace.triggerCount,
      ...(link && { ':number': link.number }),
      ...(deactivate && { ':inactive': 'INATIVO' }),
    },
  };
}

const rememberedDays = 30;

function remember(table: Table, userId: string, account: AmazonAccount, now: Date): TransactItem {
  const { amazonUserId, name, email } = account;
  const expiresAt = epochSeconds(now) + rememberedDays * 86_400;
  const item: FormerLink = { type: 'formerLink', amazonUserId, name, email, expiresAt };
  return { Put: { TableName: table.name, Item: { ...formerLinkKey(userId), ...item } } };
}

const removeLock = (table: Table, workspaceId: number, amazonUserId: string): TransactItem => ({
  Delete: {
    TableName: table.name,
    Key: linkKey(amazonUserId),
    ConditionExpression: 'workspaceId = :id',
    ExpressionAttributeValues: { ':id': workspaceId },
  },
});
