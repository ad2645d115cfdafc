import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { triggersPerAmazonAccount } from '#shared/product.ts';
import type { Conditions } from '#shared/rules/conditions/conditions.ts';
import { normaliseCommand } from '#shared/rules/group-commands/normalise.ts';
import { receiptName } from '#shared/rules/names.ts';

import { parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import {
  deviceIdOf,
  newReceipt,
  receiptIdOf,
  triggerKinds,
  triggerItem,
  type TriggerItem,
} from '../items/trigger-item.ts';
import {
  plannedRunKey,
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

const nameItem = z.object({ triggerId: z.string() });

const textItem = z.object({ id: z.string(), link: z.number(), text: z.string() });

export type StoredTrigger = TriggerItem & { description?: string };

/** A change fails once the workspace has another link. */
export type CurrentLink = { number: number; amazonUserId: string };

export type NewTrigger = {
  id: string;
  workspaceId: number;
  userId: string;
  name: string;
  description?: string | undefined;
  enabled?: boolean;
  conditions?: Conditions;
  starter: (typeof triggerKinds)[number];
};

export type TriggerChange = {
  name?: string;
  description?: string | undefined;
  enabled?: boolean;
  /** Whether the routine confirms runs. */
  receipt?: boolean;
  /** An empty object removes all conditions. */
  conditions?: Conditions;
};

export type NotChanged =
  | NameTaken
  | 'receiptNameTaken'
  /** Another change was first, the trigger was deleted, or a second device exceeds the limit. */
  | 'changed';

/** The name belongs to another trigger, or to the device that confirms another trigger. */
type NameTaken = 'nameTaken' | 'confirmingNameTaken';

/** Planned runs and favorites as they were read. Another planned run changes `planChanges`. */
export type TiedToTrigger = {
  runs: readonly { workspaceId: number; id: string }[];
  planChanges: number | undefined;
  favorites?: readonly string[] | undefined;
};

export type TriggerStore = ReturnType<typeof createTriggerStore>;

type Clock = { now: () => Date; newId: () => string };

/** Triggers of other links count as absent. Every change of the device list queues an outbox entry. */
export function createTriggerStore(table: Table, clock: Clock, report?: ReportUnreadable) {
  const devicesEntry = (workspaceId: number, { amazonUserId, number }: CurrentLink, removed: string[] = []) =>
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

  /** A trigger that holds a name other than its own holds it for the device that confirms runs. */
  const takenBy = async (workspaceId: number, name: string): Promise<NameTaken> => {
    const read = async (key: Key): Promise<unknown> =>
      (await table.doc.send(new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }))).Item;
    const lock = parseItem(nameItem, await read(triggerNameKey(workspaceId, normaliseCommand(name))), report);
    const holder = lock && parseItem(triggerItem, await read(triggerKey(workspaceId, lock.triggerId)), report);
    const confirms = holder?.receipt && normaliseCommand(holder.name) !== normaliseCommand(name);
    return confirms ? 'confirmingNameTaken' : 'nameTaken';
  };

  return {
    async find(workspaceId: number, triggerId: string, link: number): Promise<StoredTrigger | undefined> {
      const [item, about] = await Promise.all(
        [triggerKey(workspaceId, triggerId), triggerTextKey(workspaceId, triggerId)].map(
          async (key) =>
            (await table.doc.send(new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }))).Item,
        ),
      );
      const trigger = parseItem(triggerItem, item, report);
      return trigger?.link === link ? withDescription(trigger, parseItem(textItem, about, report)?.text) : undefined;
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
      return triggers.map((trigger) => withDescription(trigger, texts.get(trigger.id)));
    },

    /** Returns `refused` if the workspace is inactive, has another link, or is full. */
    async create(given: NewTrigger, link: CurrentLink): Promise<StoredTrigger | NameTaken | 'refused'> {
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
        takeName(table, item, normaliseCommand(item.name)),
        put(table, triggerKey(given.workspaceId, given.id), item, 'attribute_not_exists(pk)'),
        devicesEntry(given.workspaceId, link),
        ...(description ? [text(item, description)] : []),
      ]);
      if (result !== 'done') return result.cancelled[0] ? 'refused' : takenBy(given.workspaceId, given.name);
      return withDescription({ ...item, deviceId: deviceIdOf(item.id) }, description);
    },

    async change(seen: StoredTrigger, change: TriggerChange, link: CurrentLink): Promise<StoredTrigger | NotChanged> {
      const next = changedTrigger(seen, change, clock.now());
      const [before, after] = [namesOf(seen), namesOf(next)];
      const added = devicesOf(next).length - devicesOf(seen).length;
      const removed = devicesOf(seen).filter((id) => !devicesOf(next).includes(id));
      const isListed = seen.name === next.name && seen.enabled === next.enabled && added === 0;
      const count = added > 0 ? countUp : countDown;
      const writes: (readonly [NotChanged, TransactItem])[] = [
        ['changed', overwrite(table, seen, next)],
        ...(added === 0 ? [] : [['changed', count(table, seen.workspaceId, link.number)] as const]),
        ...[...after]
          .filter(([name]) => !before.has(name))
          .map(([name, taken]) => [taken, takeName(table, next, name)] as const),
        ...[...before.keys()]
          .filter((name) => !after.has(name))
          .map((name) => ['changed', leaveName(table, seen, name)] as const),
        ...(isListed ? [] : [['changed', devicesEntry(seen.workspaceId, link, removed)] as const]),
        ...(seen.description === next.description ? [] : [['changed', text(next, next.description)] as const]),
      ];
      const result = await transact(
        table,
        writes.map(([, write]) => write),
      );
      if (result === 'done') return withDescription(next, next.description);
      const failed = writes.find((_, index) => result.cancelled[index])?.[0] ?? 'changed';
      return failed === 'nameTaken' ? takenBy(next.workspaceId, next.name) : failed;
    },

    async delete(
      trigger: StoredTrigger,
      link: CurrentLink,
      { runs, planChanges, favorites }: TiedToTrigger = { runs: [], planChanges: undefined },
    ): Promise<'deleted' | 'gone'> {
      const { workspaceId, id, receipt } = trigger;
      const result = await transact(table, [
        remove(table, triggerKey(workspaceId, id), {
          ConditionExpression: `attribute_exists(pk) AND #link = :link AND #name = :name AND attribute_${receipt ? '' : 'not_'}exists(receipt)`,
          ExpressionAttributeNames: { '#link': 'link', '#name': 'name' },
          ExpressionAttributeValues: { ':link': link.number, ':name': trigger.name },
        }),
        unlessChanged(countDown(table, workspaceId, link.number, devicesOf(trigger).length), id, {
          planChanges,
          favorites,
        }),
        ...[...namesOf(trigger).keys()].map((name) => leaveName(table, trigger, name)),
        remove(table, triggerTextKey(workspaceId, id)),
        devicesEntry(workspaceId, link, devicesOf(trigger)),
        ...runs.map((run) => remove(table, plannedRunKey(workspaceId, run.id))),
      ]);
      return result === 'done' ? 'deleted' : 'gone';
    },
  };
}

function changedTrigger(seen: StoredTrigger, change: TriggerChange, now: Date): StoredTrigger {
  const { receipt: confirms, ...rest } = change;
  const { receipt, ...next } = { ...seen, ...rest, updatedAt: later(now, seen.updatedAt) };
  if (Object.keys(next.conditions ?? {}).length === 0) delete next.conditions;
  if (!(confirms ?? receipt !== undefined)) return next;
  return { ...next, receipt: receipt ?? newReceipt(now.toISOString()) };
}

/** The normalised names of a trigger's devices, each with the result if it is taken. */
const namesOf = ({ name, receipt }: StoredTrigger): Map<string, NotChanged> =>
  new Map<string, NotChanged>([
    ...(receipt ? ([[normaliseCommand(receiptName(name)), 'receiptNameTaken']] as const) : []),
    [normaliseCommand(name), 'nameTaken'],
  ]);

/** Returns the ids of a trigger's devices: its own, and the one that confirms runs. */
export const devicesOf = ({ id, receipt }: StoredTrigger): string[] => [
  deviceIdOf(id),
  ...(receipt ? [receiptIdOf(id)] : []),
];

function withDescription(trigger: StoredTrigger, description: string | undefined): StoredTrigger {
  const { description: _old, ...rest } = trigger;
  return description ? { ...rest, description } : rest;
}

/** Every change gets a new time, because `updatedAt` is also the version that writes check. */
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

const countDown = (table: Table, workspaceId: number, link: number, by = 1): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: workspaceKey(workspaceId),
    UpdateExpression: 'ADD triggerCount :less',
    ConditionExpression: '#link.#number = :link',
    ExpressionAttributeNames: { '#link': 'link', '#number': 'number' },
    ExpressionAttributeValues: { ':less': -by, ':link': link },
  },
});

/** Also removes the trigger from the favorites. */
function unlessChanged(
  { Update }: TransactItem,
  triggerId: string,
  { planChanges, favorites }: Omit<TiedToTrigger, 'runs'>,
): TransactItem {
  if (!Update) throw new Error('Only an update counts.');
  const seen = Object.entries({ planChanges, favorites });
  const rest = favorites?.filter((id) => id !== triggerId) ?? [];
  const isFavorite = favorites?.includes(triggerId) === true;
  const leaves = !isFavorite ? '' : rest.length > 0 ? ' SET favorites = :rest' : ' REMOVE favorites';
  return {
    Update: {
      ...Update,
      UpdateExpression: `${Update.UpdateExpression ?? ''}${leaves}`,
      ConditionExpression: [
        Update.ConditionExpression,
        ...seen.map(([name, value]) => (value === undefined ? `attribute_not_exists(${name})` : `${name} = :${name}`)),
      ].join(' AND '),
      ExpressionAttributeValues: {
        ...Update.ExpressionAttributeValues,
        ...Object.fromEntries(seen.flatMap(([name, value]) => (value === undefined ? [] : [[`:${name}`, value]]))),
        ...(isFavorite && rest.length > 0 && { ':rest': rest }),
      },
    },
  };
}

/** A name of a trigger of an older link is free. */
const takeName = (
  table: Table,
  { workspaceId, id, link }: Pick<StoredTrigger, 'workspaceId' | 'id' | 'link'>,
  name: string,
): TransactItem => ({
  Put: {
    TableName: table.name,
    Item: { ...triggerNameKey(workspaceId, name), type: 'triggerName', triggerId: id, link },
    ConditionExpression: 'attribute_not_exists(pk) OR #link < :link OR triggerId = :id',
    ExpressionAttributeNames: { '#link': 'link' },
    ExpressionAttributeValues: { ':link': link, ':id': id },
  },
});

const leaveName = (table: Table, { workspaceId, id }: StoredTrigger, name: string): TransactItem =>
  remove(table, triggerNameKey(workspaceId, name), {
    ConditionExpression: 'attribute_not_exists(pk) OR triggerId = :id',
    ExpressionAttributeValues: { ':id': id },
  });

const overwrite = (table: Table, seen: StoredTrigger, next: StoredTrigger): TransactItem => {
  const isNew = next.receipt !== undefined && !seen.receipt;
  const sets = [
    '#name = :name',
    'enabled = :enabled',
    'updatedAt = :next',
    ...(isNew ? ['receipt = :receipt'] : []),
    ...(next.conditions ? ['conditions = :conditions'] : []),
  ];
  const gone = [
    ...(next.receipt ? [] : ['receipt']),
    ...(next.conditions ? [] : ['conditions', 'coolSince', 'coolRun']),
  ];
  return {
    Update: {
      TableName: table.name,
      Key: triggerKey(seen.workspaceId, seen.id),
      UpdateExpression: `SET ${sets.join(', ')}${gone.length > 0 ? ` REMOVE ${gone.join(', ')}` : ''}`,
      ConditionExpression: 'attribute_exists(pk) AND #link = :link AND updatedAt = :seen',
      ExpressionAttributeNames: { '#name': 'name', '#link': 'link' },
      ExpressionAttributeValues: {
        ':name': next.name,
        ':enabled': next.enabled,
        ':next': next.updatedAt,
        ':link': seen.link,
        ':seen': seen.updatedAt,
        ...(isNew && { ':receipt': next.receipt }),
        ...(next.conditions && { ':conditions': next.conditions }),
      },
    },
  };
};
