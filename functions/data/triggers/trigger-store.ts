import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { triggersPerAmazonAccount } from '#shared/product.ts';
import { normaliseCommand } from '#shared/rules/group-commands/normalise.ts';

import { parseItem, type ReportUnreadable } from '../items.ts';
import {
  triggerKey,
  triggerNameKey,
  triggerPrefix,
  triggerTextKey,
  triggerTextPrefix,
  workspaceKey,
  workspacePartition,
  type Key,
} from '../keys.ts';
import { outboxPut } from '../outbox/outbox-store.ts';
import { queryAll } from '../query-all.ts';
import { transact, type Table, type TransactItem } from '../table.ts';
import { deviceIdOf, triggerKinds, triggerItem, type TriggerItem } from './trigger-item.ts';

const textItem = z.object({ id: z.string(), link: z.number(), text: z.string() });

export type StoredTrigger = TriggerItem & { description?: string };

/** A change fails once the workspace has another link. */
export type LinkAtHand = { number: number; amazonUserId: string };

export type NewTrigger = {
  id: string;
  workspaceId: number;
  userId: string;
  name: string;
  description?: string | undefined;
  enabled?: boolean;
  starter: (typeof triggerKinds)[number];
};

export type TriggerChange = { name?: string; description?: string | undefined; enabled?: boolean };

export type TriggerStore = ReturnType<typeof createTriggerStore>;

type Clock = { now: () => Date; newId: () => string };

/** A trigger of another link number does not exist; every change of the device list leaves an outbox entry. */
export function createTriggerStore(table: Table, clock: Clock, report?: ReportUnreadable) {
  const devicesEntry = (workspaceId: number, { amazonUserId, number }: LinkAtHand, removed: string[] = []) =>
    outboxPut(
      table,
      { topic: 'devices', amazonUserId, workspaceId, link: number, removed },
      { id: clock.newId(), now: clock.now() },
    );
  const text = (
    trigger: Pick<StoredTrigger, 'id' | 'workspaceId' | 'link'>,
    description: string | undefined,
  ): TransactItem =>
    description === undefined || description === ''
      ? remove(table, triggerTextKey(trigger.workspaceId, trigger.id))
      : put(table, triggerTextKey(trigger.workspaceId, trigger.id), {
          type: 'triggerText',
          id: trigger.id,
          link: trigger.link,
          text: description,
        });

  return {
    async find(workspaceId: number, triggerId: string, link: number): Promise<StoredTrigger | undefined> {
      const [item, about] = await Promise.all(
        [triggerKey(workspaceId, triggerId), triggerTextKey(workspaceId, triggerId)].map(
          async (key) =>
            (await table.doc.send(new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }))).Item,
        ),
      );
      const trigger = parseItem(triggerItem, item, report);
      return trigger?.link === link ? described(trigger, parseItem(textItem, about, report)?.text) : undefined;
    },

    /** In no particular order. */
    async list(workspaceId: number, link: number): Promise<StoredTrigger[]> {
      const triggers: TriggerItem[] = [];
      const texts = new Map<string, string>();
      for (const item of await triggerRows(table, workspaceId)) {
        if (String(item['sk']).startsWith(triggerTextPrefix)) {
          const about = parseItem(textItem, item, report);
          if (about) texts.set(about.id, about.text);
        } else {
          const trigger = parseItem(triggerItem, item, report);
          if (trigger?.link === link) triggers.push(trigger);
        }
      }
      return triggers.map((trigger) => described(trigger, texts.get(trigger.id)));
    },

    /** `refused`: the workspace is inactive, has another link, or is full. */
    async create(given: NewTrigger, link: LinkAtHand): Promise<StoredTrigger | 'nameTaken' | 'refused'> {
      const at = clock.now().toISOString();
      const { description, enabled = true, ...rest } = given;
      const item = {
        ...rest,
        type: 'trigger' as const,
        link: link.number,
        enabled,
        createdAt: at,
        updatedAt: at,
      };
      const result = await transact(table, [
        countUp(table, given.workspaceId, link.number),
        takeName(table, item, item.name),
        put(table, triggerKey(given.workspaceId, given.id), item, 'attribute_not_exists(pk)'),
        devicesEntry(given.workspaceId, link),
        ...(description ? [text(item, description)] : []),
      ]);
      if (result !== 'done') return result.cancelled[0] ? 'refused' : 'nameTaken';
      return described({ ...item, deviceId: deviceIdOf(item.id) }, description);
    },

    /** `changed`: another change was faster, or the trigger was deleted. */
    async change(
      seen: StoredTrigger,
      change: TriggerChange,
      link: LinkAtHand,
    ): Promise<StoredTrigger | 'nameTaken' | 'changed'> {
      const next: StoredTrigger = { ...seen, ...change, updatedAt: later(clock.now(), seen.updatedAt) };
      const [before, after] = [normaliseCommand(seen.name), normaliseCommand(next.name)];
      const result = await transact(table, [
        overwrite(table, seen, next),
        ...(before === after ? [] : [takeName(table, next, next.name), leaveName(table, seen)]),
        ...(seen.name === next.name && seen.enabled === next.enabled ? [] : [devicesEntry(seen.workspaceId, link)]),
        ...(seen.description === next.description ? [] : [text(next, next.description)]),
      ]);
      if (result === 'done') return described(next, next.description);
      return result.cancelled[0] ? 'changed' : 'nameTaken';
    },

    async delete(trigger: StoredTrigger, link: LinkAtHand): Promise<'deleted' | 'gone'> {
      const { workspaceId, id } = trigger;
      const result = await transact(table, [
        remove(table, triggerKey(workspaceId, id), {
          ConditionExpression: 'attribute_exists(pk) AND #link = :link AND #name = :name',
          ExpressionAttributeNames: { '#link': 'link', '#name': 'name' },
          ExpressionAttributeValues: { ':link': link.number, ':name': trigger.name },
        }),
        countDown(table, workspaceId, link.number),
        leaveName(table, trigger),
        remove(table, triggerTextKey(workspaceId, id)),
        devicesEntry(workspaceId, link, [trigger.deviceId]),
      ]);
      return result === 'done' ? 'deleted' : 'gone';
    },
  };
}

function described(trigger: StoredTrigger, description: string | undefined): StoredTrigger {
  const { description: _old, ...rest } = trigger;
  return description ? { ...rest, description } : rest;
}

/** Never the same twice, because it is also the version for conditions. */
const later = (now: Date, before: string): string =>
  new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString();

const triggerRows = (table: Table, workspaceId: number): Promise<Record<string, unknown>[]> =>
  queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':pk': workspacePartition(workspaceId),
      ':from': triggerTextPrefix,
      ':to': `${triggerPrefix}~`,
    },
  });

const put = (table: Table, key: Key, item: object, condition?: string): TransactItem => ({
  Put: { TableName: table.name, Item: { ...key, ...item }, ...(condition && { ConditionExpression: condition }) },
});

const remove = (table: Table, key: Key, condition: object = {}): TransactItem => ({
  Delete: { TableName: table.name, Key: key, ...condition },
});

const countUp = (table: Table, workspaceId: number, link: number): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: workspaceKey(workspaceId),
    UpdateExpression: 'ADD triggerCount :one',
    ConditionExpression: '#status = :active AND #link.#number = :link AND triggerCount < :limit',
    ExpressionAttributeNames: { '#status': 'status', '#link': 'link', '#number': 'number' },
    ExpressionAttributeValues: { ':one': 1, ':active': 'ATIVO', ':link': link, ':limit': triggersPerAmazonAccount },
  },
});

const countDown = (table: Table, workspaceId: number, link: number): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: workspaceKey(workspaceId),
    UpdateExpression: 'ADD triggerCount :minusOne',
    ConditionExpression: '#link.#number = :link',
    ExpressionAttributeNames: { '#link': 'link', '#number': 'number' },
    ExpressionAttributeValues: { ':minusOne': -1, ':link': link },
  },
});

/** A trigger of an older link does not hold its name. */
const takeName = (
  table: Table,
  { workspaceId, id, link }: Pick<StoredTrigger, 'workspaceId' | 'id' | 'link'>,
  name: string,
): TransactItem => ({
  Put: {
    TableName: table.name,
    Item: { ...triggerNameKey(workspaceId, normaliseCommand(name)), type: 'triggerName', triggerId: id, link },
    ConditionExpression: 'attribute_not_exists(pk) OR #link < :link OR triggerId = :id',
    ExpressionAttributeNames: { '#link': 'link' },
    ExpressionAttributeValues: { ':link': link, ':id': id },
  },
});

const leaveName = (table: Table, { workspaceId, id, name }: StoredTrigger): TransactItem =>
  remove(table, triggerNameKey(workspaceId, normaliseCommand(name)), {
    ConditionExpression: 'attribute_not_exists(pk) OR triggerId = :id',
    ExpressionAttributeValues: { ':id': id },
  });

const overwrite = (table: Table, seen: StoredTrigger, next: StoredTrigger): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: triggerKey(seen.workspaceId, seen.id),
    UpdateExpression: 'SET #name = :name, enabled = :enabled, updatedAt = :next',
    ConditionExpression: 'attribute_exists(pk) AND #link = :link AND updatedAt = :seen',
    ExpressionAttributeNames: { '#name': 'name', '#link': 'link' },
    ExpressionAttributeValues: {
      ':name': next.name,
      ':enabled': next.enabled,
      ':next': next.updatedAt,
      ':link': seen.link,
      ':seen': seen.updatedAt,
    },
  },
});
