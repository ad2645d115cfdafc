import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { epochSeconds, live, parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { reportedKey } from '../keys.ts';
import { isConditionFailed, type Table, type TransactItem } from '../table.ts';

/** Stored instead of a hash if it is unknown what Alexa last received. */
export const unsure = '?';

/** Stored instead of a hash if Alexa refuses this version of the device. */
export const leftOutHash = (hash: string): string => `!${hash}`;
export const isLeftOut = (stored: string): boolean => stored.startsWith('!');

const refusals = z.enum(['skillNotEnabled', 'grantRevoked', 'reinstallSkill']);
export type ReportRefusal = z.output<typeof refusals>;

export const isReportRefusal = (outcome: unknown): outcome is ReportRefusal => refusals.safeParse(outcome).success;

export const reportedItem = z.object({
  type: z.literal('reported'),
  amazonUserId: z.string(),
  version: z.number(),
  /** By device id: the hash of the endpoint, `unsure`, or `leftOut`. */
  devices: z.record(z.string(), z.string()),
  /** The form of device in which all of them were last reported. Undefined in older items. */
  form: z.optional(z.string()),
  refused: z.optional(z.object({ as: refusals, at: z.iso.datetime() })),
  expiresAt: z.optional(z.number()),
});

/** Version 0 means that nothing is stored. */
export type Reported = {
  amazonUserId: string;
  version: number;
  devices: Readonly<Record<string, string>>;
  form?: string | undefined;
};

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
      form: seen.form,
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
      return { amazonUserId, version: item?.version ?? 0, devices: item?.devices ?? {}, form: item?.form };
    },

    /** The write fails if another list was stored after `seen` was read. */
    write: (seen: Reported, devices: Reported['devices'], refusedAs?: ReportRefusal): TransactItem => ({
      Put: put(seen, devices, refusedAs),
    }),

    async save(seen: Reported, devices: Reported['devices']): Promise<Reported | 'changed'> {
      try {
        await table.doc.send(new PutCommand(put(seen, devices)));
        return { ...seen, version: seen.version + 1, devices };
      } catch (error) {
        if (isConditionFailed(error)) return 'changed';
        throw error;
      }
    },
  };
}

export type ReportedStore = ReturnType<typeof createReportedStore>;
