import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { epochSeconds, live, parseItem, type ReportUnreadable } from '../items.ts';
import { reportedKey } from '../keys.ts';
import { isConditionFailed, type Table, type TransactItem } from '../table.ts';

/** Stands in the place of a hash while nobody knows what Alexa last heard of a device. */
export const unsure = '?';

/** Stands in the place of a hash when Alexa will not take the device as it is; another version of it is told again. */
export const leftOut = (hash: string): string => `!${hash}`;

/** Why Alexa would not hear of devices though our side of the permission stands. */
const refusals = z.enum(['skillNotEnabled', 'grantRevoked', 'reinstallSkill']);
export type ReportRefusal = z.output<typeof refusals>;

export const isReportRefusal = (outcome: unknown): outcome is ReportRefusal => refusals.safeParse(outcome).success;

export const reportedItem = z.object({
  type: z.literal('reported'),
  amazonUserId: z.string(),
  version: z.number(),
  /** Hash of each endpoint by device id, `unsure`, or `leftOut`. */
  devices: z.record(z.string(), z.string()),
  /** The last report was refused as a whole. */
  refused: z.optional(z.object({ as: refusals, at: z.iso.datetime() })),
  expiresAt: z.optional(z.number()),
});

/** Devices of an Amazon account as Alexa last heard of them by our reports. Version 0: nothing is stored. */
export type Reported = { amazonUserId: string; version: number; devices: Readonly<Record<string, string>> };

// An account that nobody links any more is forgotten with its detached grant.
const emptyLifeMs = 30 * 24 * 3600 * 1000;

export function createReportedStore(table: Table, now: () => Date, report?: ReportUnreadable) {
  const put = (seen: Reported, devices: Reported['devices'], refusedAs?: ReportRefusal) => ({
    TableName: table.name,
    Item: {
      ...reportedKey(seen.amazonUserId),
      type: 'reported',
      amazonUserId: seen.amazonUserId,
      version: seen.version + 1,
      devices,
      ...(refusedAs && { refused: { as: refusedAs, at: now().toISOString() } }),
      ...(Object.keys(devices).length === 0 && !refusedAs && { expiresAt: epochSeconds(now()) + emptyLifeMs / 1000 }),
    },
    ...(seen.version === 0
      ? {
          ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
          ExpressionAttributeValues: { ':now': epochSeconds(now()) },
        }
      : {
          ConditionExpression: 'version = :seen',
          ExpressionAttributeValues: { ':seen': seen.version },
        }),
  });

  return {
    async find(amazonUserId: string): Promise<Reported> {
      const { Item } = await table.doc.send(
        new GetCommand({ TableName: table.name, Key: reportedKey(amazonUserId), ConsistentRead: true }),
      );
      const item = live(parseItem(reportedItem, Item, report), now());
      return { amazonUserId, version: item?.version ?? 0, devices: item?.devices ?? {} };
    },

    /**
     * The write that records a list, for a transaction; it fails when somebody else recorded one since `seen`.
     * `refusedAs`: Alexa would hear of no device.
     */
    write: (seen: Reported, devices: Reported['devices'], refusedAs?: ReportRefusal): TransactItem => ({
      Put: put(seen, devices, refusedAs),
    }),

    /** As `write`, at once. */
    async save(seen: Reported, devices: Reported['devices']): Promise<Reported | 'changed'> {
      try {
        await table.doc.send(new PutCommand(put(seen, devices)));
        return { amazonUserId: seen.amazonUserId, version: seen.version + 1, devices };
      } catch (error) {
        if (isConditionFailed(error)) return 'changed';
        throw error;
      }
    },
  };
}

export type ReportedStore = ReturnType<typeof createReportedStore>;
