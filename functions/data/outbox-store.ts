import * as z from 'zod/mini';

import { accountPartition, duePartition, outboxKey, workspacePartition } from './keys.ts';

/**
 * What a change leaves behind for the background, in the change's own transaction: who is dirty, not what to say.
 *
 * `devices`: the device list of an Amazon account may differ from what Alexa heard; `removed` names devices (by
 * `deviceId`) that are gone, because nothing else remembers them. `cleanUp`: rows of link number `link` are to be
 * deleted in this workspace; nobody sees them any more.
 */
const devices = z.object({
  topic: z.literal('devices'),
  amazonUserId: z.string(),
  workspaceId: z.number(),
  link: z.number(),
  removed: z.readonly(z.array(z.string())),
});

const cleanUp = z.object({
  topic: z.literal('cleanUp'),
  workspaceId: z.number(),
  link: z.number(),
  amazonUserId: z.optional(z.string()),
});

const outboxEntry = z.discriminatedUnion('topic', [devices, cleanUp]);

export type OutboxEntry = z.output<typeof outboxEntry>;
export type DevicesEntry = z.output<typeof devices>;
export type CleanUpEntry = z.output<typeof cleanUp>;

/** An entry as it lies in the table. `dueAt` is there until it is dead; a dead one stays, for people to look at. */
export const outboxItem = z.object({
  pk: z.string(),
  sk: z.string(),
  type: z.literal('outbox'),
  entry: outboxEntry,
  createdAt: z.iso.datetime(),
  attempts: z.number(),
  dueAt: z.optional(z.iso.datetime()),
  deadAt: z.optional(z.iso.datetime()),
  lastFailure: z.optional(z.string()),
});

export type OutboxItem = z.output<typeof outboxItem>;

const partitionOf = (entry: OutboxEntry): string =>
  entry.topic === 'devices' ? accountPartition(entry.amazonUserId) : workspacePartition(entry.workspaceId);

/** The write that adds an entry, for the transaction that makes the change. It is due at once. */
export function outboxPut(table: { name: string }, entry: OutboxEntry, made: { id: string; now: Date }) {
  const at = made.now.toISOString();
  const item = {
    ...outboxKey(partitionOf(entry), at, made.id),
    type: 'outbox',
    entry,
    createdAt: at,
    attempts: 0,
    duePk: duePartition,
    dueAt: at,
  };
  return { Put: { TableName: table.name, Item: item } };
}
