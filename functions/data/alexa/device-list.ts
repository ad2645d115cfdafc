import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { receiptName } from '#shared/rules/names.ts';

import { parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { deviceIdOf, receiptIdOf, triggerIdOf, triggerIdOfReceipt, triggerKinds } from '../items/trigger-item.ts';
import { triggerKey, triggerPrefix, workspacePartition } from '../keys.ts';
import { queryAll } from '../query-all.ts';
import type { Table } from '../table.ts';

/** Only the needed fields, so that other invalid fields do not make a device unreadable. */
const device = z.object({
  id: z.string(),
  name: z.string(),
  link: z.number(),
  starter: z.enum(triggerKinds),
  enabled: z.optional(z.boolean()),
  updatedAt: z.optional(z.iso.datetime()),
  receipt: z.optional(z.looseObject({})),
});

export type ListedDevice = {
  deviceId: string;
  name: string;
  starter: (typeof triggerKinds)[number] | 'receipt';
  enabled?: boolean | undefined;
  updatedAt?: string | undefined;
};

/** A trigger's own device, and the device that its routine confirms with. */
function devicesOf({ id, name, starter, receipt, ...rest }: z.output<typeof device>): ListedDevice[] {
  const own = { ...rest, deviceId: deviceIdOf(id), name, starter };
  if (!receipt) return [own];
  return [own, { deviceId: receiptIdOf(id), name: receiptName(name), starter: 'receipt' }];
}

export type DeviceList = {
  devices: ListedDevice[];
  /** These devices must not be reported as removed, because that would break their routines. */
  unreadable: string[];
};

/** Reads consistently. */
export function createDeviceList(table: Table, report?: ReportUnreadable) {
  return async (workspaceId: number, link: number): Promise<DeviceList> => {
    const list: DeviceList = { devices: [], unreadable: [] };
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ProjectionExpression: 'sk, #type, id, #name, #link, starter, enabled, updatedAt, receipt',
      ExpressionAttributeNames: { '#type': 'type', '#name': 'name', '#link': 'link' },
      ExpressionAttributeValues: { ':pk': workspacePartition(workspaceId), ':prefix': triggerPrefix },
    });
    for (const item of items) {
      const parsed = parseItem(device, item, report);
      if (parsed?.link === link) list.devices.push(...devicesOf(parsed));
      else if (!parsed) list.unreadable.push(...bothIds(String(item['sk']).slice(triggerPrefix.length)));
    }
    return list;
  };
}

const bothIds = (triggerId: string): string[] => [deviceIdOf(triggerId), receiptIdOf(triggerId)];

export type ListDevices = ReturnType<typeof createDeviceList>;

const spoken = z.object({
  id: z.string(),
  link: z.number(),
  enabled: z.boolean(),
  starter: z.enum(triggerKinds),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  openSince: z.optional(z.number()),
  closedAt: z.optional(z.number()),
  receipt: z.optional(z.looseObject({})),
});

/** A trigger as the skill needs it. A receipt's device cannot be switched off. */
export type SpokenTrigger = Pick<ListedDevice, 'starter'> & {
  enabled: boolean;
  workspaceId: number;
  triggerId: string;
  changedAt: Date;
  contactAt: Date;
};

/** Returns undefined for every id that is not a device of the present Amazon link. */
export function createFindDevice(table: Table, report?: ReportUnreadable) {
  return async (workspaceId: number, link: number, deviceId: string): Promise<SpokenTrigger | undefined> => {
    const confirms = triggerIdOfReceipt(deviceId);
    const triggerId = confirms ?? triggerIdOf(deviceId);
    if (triggerId === undefined) return undefined;
    const { Item } = await table.doc.send(
      new GetCommand({ TableName: table.name, Key: triggerKey(workspaceId, triggerId), ConsistentRead: true }),
    );
    const item = parseItem(spoken, Item, report);
    if (item?.link !== link) return undefined;
    const { enabled, starter, createdAt, updatedAt, openSince, closedAt, receipt } = item;
    const contactAt = new Date(openSince ?? closedAt ?? createdAt);
    const found = { workspaceId, triggerId, changedAt: new Date(updatedAt), contactAt };
    if (confirms === undefined) return { ...found, enabled, starter };
    return receipt && { ...found, enabled: true, starter: 'receipt' };
  };
}
