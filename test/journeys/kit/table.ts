import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';

import type { GroupItem } from '#functions/data/items/group-item.ts';
import type { InstanceItem } from '#functions/data/items/instance-item.ts';
import { subscriptionItem } from '#functions/data/items/subscription-item.ts';
import {
  accessKey,
  accountPartition,
  connectingKey,
  connectsKey,
  deletionKey,
  refusedAccountsKey,
  refusedStageKey,
  grantKey,
  groupKey,
  instanceKey,
  instancePointerKey,
  plannedRunKey,
  subscriptionKey,
  triggerKey,
  warmTokenKey,
  workspaceKey,
  type Key,
} from '#functions/data/keys.ts';
import { createOutboxStore } from '#functions/data/outbox/outbox-store.ts';
import type { Table } from '#functions/data/table.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { newNumericId } from '#functions/platform/hashes.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import type { SubscriptionStatus } from '#shared/rules/billing/plans.ts';

import { localClient } from '../../local/table/dynamodb.ts';
import { setAttributes } from '../../support/worlds/set-attributes.ts';

async function withTable<T>(work: (table: Table) => Promise<T>): Promise<T> {
  const client = localClient(inject('stack').dynamodbUrl);
  return work({ doc: DynamoDBDocumentClient.from(client), name: inject('stack').tableName }).finally(() =>
    client.destroy(),
  );
}

/** Changes that no call can cause within a test, such as elapsed time. */
const inTable = (change: PutCommand | DeleteCommand): Promise<void> =>
  withTable(async ({ doc }) => void (await (change instanceof PutCommand ? doc.send(change) : doc.send(change))));

const set = (key: Key, values: Record<string, unknown>): Promise<void> =>
  withTable((table) => setAttributes(table, key, values));

/** By then, Amazon has distributed the grant. */
export const letGrantAge = (workspaceId: number): Promise<void> =>
  set(accessKey({ workspaceId }), { grantedAt: new Date(Date.now() - 3_600_000).toISOString() });

/** By our own clock. */
export const letTokenRunOut = (workspaceId: number): Promise<void> =>
  set(accessKey({ workspaceId }), { tokenExpiresAt: new Date(Date.now() - 1000).toISOString() });

/** So soon that the next sweep renews it. A run would still use it. */
export async function letTokenEndSoon(workspaceId: number): Promise<void> {
  const end = new Date(Date.now() + 8 * 60_000).toISOString();
  await set(accessKey({ workspaceId }), { tokenExpiresAt: end });
  await set(warmTokenKey(workspaceId), { dueAt: new Date(Date.now() - 1000).toISOString() });
}

export const isKeptWarm = (workspaceId: number): Promise<boolean> =>
  withTable(async ({ doc, name }) => {
    const { Item } = await doc.send(new GetCommand({ TableName: name, Key: warmTokenKey(workspaceId) }));
    return Item !== undefined;
  });

const accountOf = (workspaceId: number): Promise<string> =>
  withTable(async (table) => (await createWorkspaceStore(table).find(workspaceId))?.link?.amazonUserId ?? '');

/** Scheduled work of the account, once no other work is pending. */
export async function laterWork(workspaceId: number): Promise<Key[]> {
  const account = await accountOf(workspaceId);
  const { items } = await withTable((table) => createOutboxStore(table).pending(accountPartition(account)));
  return items.every(({ dueAt = '', createdAt }) => dueAt > createdAt) ? items : [];
}

export const letBeDue = (key: Key): Promise<void> =>
  set({ pk: key.pk, sk: key.sk }, { dueAt: new Date(Date.now() - 1000).toISOString() });

/** Makes the plan due a minute ago. */
export async function letPlanBeDue(workspaceId: number, planId: string): Promise<string> {
  const dueAt = new Date(Date.now() - 60_000).toISOString();
  await set(plannedRunKey(workspaceId, planId), { nextAt: dueAt, dueAt });
  return dueAt;
}

/** Since the last check of the account's grant. */
export async function letDayPass(workspaceId: number): Promise<void> {
  const account = await accountOf(workspaceId);
  await set(grantKey(account), { dueAt: new Date(Date.now() - 1000).toISOString() });
}

/** Otherwise three refusals in one journey would send the users of all others to the Alexa app. */
export async function forgetStageRefusals(): Promise<void> {
  for (const Key of [refusedAccountsKey, refusedStageKey])
    await inTable(new DeleteCommand({ TableName: inject('stack').tableName, Key }));
}

/** Pretends that Amazon refused to enable the skill again. */
export const refuseReconnecting = (workspaceId: number): Promise<void> =>
  set(accessKey({ workspaceId }), { reconnectRefusedAt: new Date().toISOString() });

/** Since the current step of connecting Alexa started. */
export const letMinutePass = (workspaceId: number): Promise<void> =>
  set(connectingKey(workspaceId), { since: new Date(Date.now() - 61_000).toISOString() });

/** The grant arrived and ended some minutes ago. */
export async function endedBefore(workspaceId: number): Promise<void> {
  const at = new Date(Date.now() - 300_000).toISOString();
  await set(accessKey({ workspaceId }), { grantedAt: at, revokedAt: at });
}

/** In this hour and the next, which may begin during the test. */
export async function countConnects(userId: string, count: number): Promise<void> {
  const hour = Math.floor(Date.now() / 3_600_000);
  for (const each of [hour, hour + 1]) {
    const Item = { ...connectsKey(userId, each), type: 'connects', count, expiresAt: (each + 2) * 3600 };
    await inTable(new PutCommand({ TableName: inject('stack').tableName, Item }));
  }
}

/** Pretends that the trigger was created while new triggers start routines by contact. */
export const startByContact = ({ workspaceId, id }: Pick<Trigger, 'workspaceId' | 'id'>): Promise<void> =>
  set(triggerKey(workspaceId, id), { starter: 'contact-sensor' });

/** Changes only the stored count. */
export const countTriggers = (workspaceId: number, count: number): Promise<void> =>
  set(workspaceKey(workspaceId), { triggerCount: count });

export async function subscribe(workspaceId: number, status: SubscriptionStatus): Promise<void> {
  const item = subscriptionItem.parse({ type: 'subscription', status });
  const Item = { ...subscriptionKey(workspaceId), ...item };
  await inTable(new PutCommand({ TableName: inject('stack').tableName, Item }));
}

/** Pretends that a code was scanned; the gateway does not know the instance. */
export async function pairNumber(place: { workspaceId: number; userId: string }) {
  const instanceId = newNumericId();
  const groupId = newNumericId();
  const link = { link: 1, generation: 1, createdAt: new Date().toISOString() };
  const instance: InstanceItem = {
    type: 'instance',
    id: instanceId,
    ...place,
    ...link,
    rev: 1,
    chipStatus: 'CONNECTED',
    shardId: 'nowhere',
    phone: String(instanceId),
  };
  const line = { instanceId, workspaceId: place.workspaceId, generation: 1 };
  const group: GroupItem = {
    type: 'group',
    id: groupId,
    ...place,
    ...link,
    line,
    jid: `${groupId}@g.us`,
    name: 'Home',
    successAs: 'reaction',
  };
  const pointer = { type: 'instancePointer', ...place };
  const { tableName: TableName } = inject('stack');
  const items = [
    { ...instanceKey(place.workspaceId), ...instance },
    { ...instancePointerKey(instanceId), ...pointer },
    { ...groupKey(place.workspaceId, groupId), ...group },
  ];
  for (const Item of items) await inTable(new PutCommand({ TableName, Item }));
  return { instanceId, groupId };
}

/** Pretends that the seven days have passed. */
export const letDeletionBeDue = (userId: string): Promise<void> =>
  set(deletionKey(userId), { dueAt: new Date(Date.now() - 1000).toISOString() });
