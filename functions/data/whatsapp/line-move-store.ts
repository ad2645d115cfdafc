import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { hashOf } from '#functions/platform/hashes.ts';
import { numericId } from '#shared/contracts/fields.ts';

import { trialWrites } from '../billing/trial-marks.ts';
import type { GroupLock } from '../items/group-item.ts';
import type { InstanceItem, LineLife } from '../items/instance-item.ts';
import { parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { accountHash } from '../items/user-item.ts';
import { groupLockKey, instanceKey, phoneKey, sharedKey } from '../keys.ts';
import { conditional, transact, type Table, type TransactItem } from '../table.ts';
import { instancePut, lineExpiry } from './instance-store.ts';

/** A phone number belongs to one user at a time. */
const phoneItem = z.object({
  type: z.literal('phone'),
  holders: z.set(numericId),
  userId: z.string(),
});

export type PhoneChange = {
  claim?: string | undefined;
  /** Disconnected holders to replace. */
  over?: ReadonlySet<number> | undefined;
  /** Released by the last holder, or by one of several. */
  release?: { phone: string; as: 'last' | 'beside' } | undefined;
};

export type LineMove = {
  before: InstanceItem;
  after: Omit<InstanceItem, 'rev'>;
  phone: PhoneChange;
  also: readonly TransactItem[];
  now: Date;
};

type Stamp = { heardAt: number; wokenAt: number; revivals: readonly number[]; comparedAt: number };

/** Stores a state change of a line, its phone and its outbox entries in one transaction. */
export function createLineMoveStore(table: Table, report?: ReportUnreadable) {
  const named = { TableName: table.name };

  return {
    async phoneHolders(phone: string): Promise<ReadonlySet<number>> {
      const Key = phoneKey(hashOf(phone));
      const { Item } = await table.doc.send(new GetCommand({ ...named, Key, ConsistentRead: true }));
      return parseItem(phoneItem, Item, report)?.holders ?? new Set();
    },

    /**
     * Returns `changed` if the instance has changed since it was read. Returns `phoneTaken` if another user holds the
     * phone, and `notSo` if its holders are not as expected.
     */
    async move({ before, after, phone, also, now }: LineMove): Promise<'moved' | 'changed' | 'phoneTaken' | 'notSo'> {
      const claim = claimPut(table.name, before, phone);
      const release = releaseDelete(table.name, before, phone);
      const trial = phone.claim === undefined ? [] : await trialWrites(table, numberOf(before, phone.claim, now));
      const instance = instancePut(table.name, before, after);
      const done = await transact(table, [instance, ...claim, ...release, ...also, ...trial]);
      if (done === 'done') return 'moved';
      const [changed, first, second] = done.cancelled;
      if (changed) return 'changed';
      if (claim.length > 0 && first) return 'phoneTaken';
      return release.length > 0 && (claim.length > 0 ? second : first) ? 'notSo' : 'changed';
    },

    /** Keeps a newer share. */
    async endShare(
      line: LineLife,
      sharer: InstanceItem | undefined,
      workspaceId: number,
    ): Promise<'ended' | 'changed'> {
      const { reference } = sharer ?? {};
      const isThis = reference?.instanceId === line.instanceId && reference.generation === line.generation;
      const mark: TransactItem = {
        Delete: {
          ...named,
          Key: sharedKey(line.instanceId, workspaceId),
          ConditionExpression: 'attribute_not_exists(pk) OR #generation <= :generation',
          ExpressionAttributeNames: { '#generation': 'generation' },
          ExpressionAttributeValues: { ':generation': line.generation },
        },
      };
      const drop = sharer && isThis ? [instancePut(table.name, sharer, withoutReference(sharer))] : [];
      return (await transact(table, [...drop, mark])) === 'done' ? 'ended' : 'changed';
    },

    async expireLine(lineHash: string, now: Date): Promise<void> {
      await transact(table, [lineExpiry(table, lineHash, now)]);
    },

    /** `since` is in milliseconds since 1970; undefined removes it. */
    async markMissing({ line, jid, groupId }: GroupLock, since: number | undefined): Promise<void> {
      await conditional(
        table.doc.send(
          new UpdateCommand({
            ...named,
            Key: groupLockKey(line.instanceId, jid),
            UpdateExpression: since === undefined ? 'REMOVE missingSince' : 'SET missingSince = :since',
            ConditionExpression: 'groupId = :group',
            ExpressionAttributeValues: { ':group': groupId, ...(since !== undefined && { ':since': since }) },
          }),
        ),
      );
    },

    async stamp<What extends keyof Stamp>(
      { workspaceId, id, generation }: InstanceItem,
      what: What,
      at: Stamp[What],
    ): Promise<void> {
      await conditional(
        table.doc.send(
          new UpdateCommand({
            ...named,
            Key: instanceKey(workspaceId),
            UpdateExpression: 'SET #what = :at ADD rev :one',
            ConditionExpression: 'id = :id AND generation = :generation',
            ExpressionAttributeNames: { '#what': what },
            ExpressionAttributeValues: { ':at': at, ':one': 1, ':id': id, ':generation': generation },
          }),
        ),
      );
    },
  };
}

export type LineMoveStore = ReturnType<typeof createLineMoveStore>;

function withoutReference({ reference: _, ...sharer }: InstanceItem): Omit<InstanceItem, 'rev'> {
  return { ...sharer, chipStatus: 'DISCONNECTED' };
}

const numberOf = ({ workspaceId }: InstanceItem, phone: string, now: Date) => ({
  workspaceId,
  accountHash: accountHash('whatsapp', phone),
  now,
});

function claimPut(TableName: string, { id, userId }: InstanceItem, { claim, over }: PhoneChange): TransactItem[] {
  if (claim === undefined) return [];
  const Key = phoneKey(hashOf(claim));
  if (over) {
    const Item = { ...Key, type: 'phone', holders: new Set([id]), userId };
    const still = { ConditionExpression: 'holders = :over', ExpressionAttributeValues: { ':over': over } };
    return [{ Put: { TableName, Item, ...still } }];
  }
  return [
    {
      Update: {
        TableName,
        Key,
        UpdateExpression: 'SET #type = :type, userId = :user ADD holders :id',
        ConditionExpression: 'attribute_not_exists(pk) OR userId = :user',
        ExpressionAttributeNames: { '#type': 'type' },
        ExpressionAttributeValues: { ':type': 'phone', ':user': userId, ':id': new Set([id]) },
      },
    },
  ];
}

function releaseDelete(TableName: string, { id }: InstanceItem, { release }: PhoneChange): TransactItem[] {
  if (!release) return [];
  const Key = phoneKey(hashOf(release.phone));
  const ids = { ':id': new Set([id]) };
  if (release.as === 'last') {
    const ConditionExpression = 'attribute_not_exists(pk) OR holders = :id';
    return [{ Delete: { TableName, Key, ConditionExpression, ExpressionAttributeValues: ids } }];
  }
  return [
    {
      Update: {
        TableName,
        Key,
        UpdateExpression: 'DELETE holders :id',
        ConditionExpression: 'contains(holders, :one) AND size(holders) > :single',
        ExpressionAttributeValues: { ...ids, ':one': id, ':single': 1 },
      },
    },
  ];
}
