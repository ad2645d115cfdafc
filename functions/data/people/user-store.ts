import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { time } from '#shared/contracts/fields.ts';
import type { Language } from '#shared/rules/language.ts';

import { parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { accountHash, providers, userItem, type Provider, type UserItem } from '../items/user-item.ts';
import { identityKey, membershipKey, userKey, workspaceKey } from '../keys.ts';
import { conditional, transact, type Table, type TransactItem } from '../table.ts';
import { creationWrites, type NewWorkspace } from '../workspaces/workspace-writes.ts';

export const identityItem = z.object({
  type: z.literal('identity'),
  provider: providers,
  subject: z.string(),
  userId: z.string(),
  createdAt: time,
});

export type Account = { provider: Provider; subject: string; name: string; email?: string; language?: Language };

/** The e-mail address is null if the provider no longer vouches for it. */
export type Profile = Pick<Account, 'name' | 'language'> &
  Partial<Pick<Account, 'subject'>> & { email?: string | null };

export type SignUp = { account: Account; userId: string; workspace: NewWorkspace; now: Date };

export function createUserStore(table: Table, report?: ReportUnreadable) {
  const get = async (Key: { pk: string; sk: string }): Promise<unknown> =>
    (await table.doc.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }))).Item;

  return {
    async find(userId: string): Promise<UserItem | undefined> {
      return parseItem(userItem, await get(userKey(userId)), report);
    },

    async findByAccount({ provider, subject }: Pick<Account, 'provider' | 'subject'>): Promise<string | undefined> {
      return parseItem(identityItem, await get(identityKey(provider, subject)), report)?.userId;
    },

    async owns(userId: string, workspaceId: number): Promise<boolean> {
      return (await get(membershipKey(userId, workspaceId))) !== undefined;
    },

    async currentWorkspaceId(userId: string): Promise<number | undefined> {
      return parseItem(userItem, await get(userKey(userId)), report)?.currentWorkspaceId;
    },

    async signUp(signUp: SignUp): Promise<'signedUp' | 'accountTaken' | 'workspaceIdTaken'> {
      const done = await transact(table, [
        ...signUpWrites(table.name, signUp),
        ...creationWrites(table.name, signUp.workspace),
      ]);
      if (done === 'done') return 'signedUp';
      return done.cancelled[0] ? 'accountTaken' : 'workspaceIdTaken';
    },

    async keepProfile(userId: string, profile: Profile): Promise<void> {
      const { name, ...others } = profile;
      const known = Object.entries(others).filter(([, value]) => value !== undefined && value !== null);
      const removal = profile.email === null ? ' REMOVE email' : '';
      await table.doc.send(
        new UpdateCommand({
          TableName: table.name,
          Key: userKey(userId),
          UpdateExpression: `SET ${['#name = :name', ...known.map(([field]) => `#${field} = :${field}`)].join(', ')}${removal}`,
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeNames: {
            '#name': 'name',
            ...Object.fromEntries(known.map(([field]) => [`#${field}`, field])),
          },
          ExpressionAttributeValues: {
            ':name': name,
            ...Object.fromEntries(known.map(([field, value]) => [`:${field}`, value])),
          },
        }),
      );
    },

    /** Call if another user had a trial with the same account. */
    async useUpTrial(userId: string): Promise<void> {
      await table.doc.send(
        new UpdateCommand({
          TableName: table.name,
          Key: userKey(userId),
          UpdateExpression: 'SET trialUsed = :used',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':used': true },
        }),
      );
    },

    async hideFirstSteps(userId: string, workspaceId: number): Promise<void> {
      await conditional(
        table.doc.send(
          new UpdateCommand({
            TableName: table.name,
            Key: userKey(userId),
            UpdateExpression: 'SET firstStepsHidden = list_append(if_not_exists(firstStepsHidden, :none), :these)',
            ConditionExpression: 'attribute_exists(pk) AND NOT contains(firstStepsHidden, :workspace)',
            ExpressionAttributeValues: { ':none': [], ':these': [workspaceId], ':workspace': workspaceId },
          }),
        ),
      );
    },

    async switchTo(userId: string, workspaceId: number): Promise<'switched' | 'notActive'> {
      const done = await transact(table, [
        {
          ConditionCheck: {
            TableName: table.name,
            Key: workspaceKey(workspaceId),
            ConditionExpression: 'userId = :user AND #status = :active',
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: { ':user': userId, ':active': 'ATIVO' },
          },
        },
        {
          Update: {
            TableName: table.name,
            Key: userKey(userId),
            UpdateExpression: 'SET currentWorkspaceId = :workspace',
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeValues: { ':workspace': workspaceId },
          },
        },
      ]);
      return done === 'done' ? 'switched' : 'notActive';
    },
  };
}

export type UserStore = ReturnType<typeof createUserStore>;

function signUpWrites(TableName: string, { account, userId, workspace, now }: SignUp): TransactItem[] {
  const createdAt = now.toISOString();
  const { provider, subject, name, email, language } = account;
  const identity = { type: 'identity', provider, subject, userId, createdAt };
  const user: UserItem = {
    type: 'user',
    id: userId,
    name,
    ...(email !== undefined && { email }),
    ...(language !== undefined && { language }),
    signedInWith: provider,
    subject,
    trialUsed: false,
    accountHash: accountHash(provider, subject),
    currentWorkspaceId: workspace.id,
    defaultWorkspaceId: workspace.id,
    createdAt,
  };
  const isNew = 'attribute_not_exists(pk)';
  return [
    { Put: { TableName, Item: { ...identityKey(provider, subject), ...identity }, ConditionExpression: isNew } },
    { Put: { TableName, Item: { ...userKey(userId), ...user }, ConditionExpression: isNew } },
  ];
}
