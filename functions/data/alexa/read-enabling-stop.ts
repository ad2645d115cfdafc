import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { live, parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { refusedStageKey } from '../keys.ts';
import type { Table } from '../table.ts';

const refusedItem = z.object({
  type: z.literal('refusedStage'),
  skill: z.string(),
  /** Empty if the client was not set up. */
  clientId: z.string(),
  /** When Amazon last refused, or when a flow last started to ask. */
  askedAt: z.iso.datetime(),
  expiresAt: z.number(),
});
/** Replaces `refusedItem` after a success that ended a stop, or that came while refusals were being counted. */
const reopenedItem = z.object({
  type: z.literal('reopenedStage'),
  skill: z.string(),
  reopenedAt: z.iso.datetime(),
  expiresAt: z.number(),
});
const stageItem = z.discriminatedUnion('type', [refusedItem, reopenedItem]);

/** Whether Amazon refuses to enable the skill for every user of this stage. */
export type EnablingStop = {
  /** An unreadable item counts as false. */
  isStopped: boolean;
  /** Refusals after this time concern single accounts. */
  reopenedAt?: string;
};

/**
 * Without the writes, which functions that run triggers do not need. An empty `skill` reads the stop of any skill.
 */
export function createReadEnablingStop(table: Table, now: () => Date, skill: string, report?: ReportUnreadable) {
  return async (): Promise<EnablingStop> => {
    const get = new GetCommand({ TableName: table.name, Key: refusedStageKey, ConsistentRead: true });
    const found = live(parseItem(stageItem, (await table.doc.send(get)).Item, report), now());
    if (!found || (skill !== '' && found.skill !== skill)) return { isStopped: false };
    return found.type === 'refusedStage' ? { isStopped: true } : { isStopped: false, reopenedAt: found.reopenedAt };
  };
}
