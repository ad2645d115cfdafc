import * as z from 'zod/mini';

import { revocations } from '../items/grant-item.ts';
import { live, parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { accountPartition, grantKey, outboxPrefix, reportedKey } from '../keys.ts';
import { outboxItem, type OutboxItem } from '../outbox/outbox-store.ts';
import { queryAll } from '../query-all.ts';
import type { Table } from '../table.ts';
import { reportedItem } from './reported-store.ts';

const grantFacts = z.object({
  state: z.enum(['valid', 'revoked']),
  grantedAt: z.iso.datetime(),
  revokedAt: z.optional(z.iso.datetime()),
  revokedAs: z.optional(z.enum(revocations)),
  unknownAt: z.optional(z.iso.datetime()),
  /** When the owner was notified of the end of the grant; older items only, as findings record it now. */
  toldAt: z.optional(z.iso.datetime()),
});

const waitingReport = z.object({ entry: z.object({ topic: z.literal('devices') }) });

export type DeviceStory = {
  grant: z.output<typeof grantFacts> | undefined;
  /** Hash of each endpoint, by device id, as Alexa last received it. */
  reportedHashes: Readonly<Record<string, string>>;
  /** Set if Alexa refused the last report. */
  refused: z.output<typeof reportedItem>['refused'];
  /** Pending reports, including dead ones. */
  reports: readonly OutboxItem[];
};

// Everything except the sealed refresh token.
const fields = [
  'pk',
  'sk',
  'type',
  'state',
  'grantedAt',
  'revokedAt',
  'revokedAs',
  'unknownAt',
  'toldAt',
  'expiresAt',
  'amazonUserId',
  'version',
  'devices',
  'refused',
  'entry',
  'createdAt',
  'attempts',
  'dueAt',
  'deadAt',
  'lastFailure',
] as const;

/** Reads everything with one query, whatever the number of triggers. */
export function createDeviceStory(table: Table, now: () => Date, report?: ReportUnreadable) {
  return async (amazonUserId: string): Promise<DeviceStory> => {
    const rows = await partition(table, accountPartition(amazonUserId));
    const at = ({ sk }: { sk: string }): unknown =>
      live(
        rows.find((row) => row['sk'] === sk),
        now(),
      );
    const reported = parseItem(reportedItem, at(reportedKey(amazonUserId)), report);
    return {
      grant: parseItem(grantFacts, at(grantKey(amazonUserId)), report),
      reportedHashes: reported?.devices ?? {},
      refused: reported?.refused,
      reports: rows
        .filter((row) => String(row['sk']).startsWith(outboxPrefix) && waitingReport.safeParse(row).success)
        .flatMap((row) => parseItem(outboxItem, row, report) ?? []),
    };
  };
}

export type ReadDeviceStory = ReturnType<typeof createDeviceStory>;

const partition = (table: Table, pk: string): Promise<Record<string, unknown>[]> =>
  queryAll(table, {
    KeyConditionExpression: '#pk = :pk',
    ProjectionExpression: fields.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(fields.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: { ':pk': pk },
  });
