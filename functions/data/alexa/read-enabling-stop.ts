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
/** Replaces `refusedItem` after a success that ended a stop, or while refusals were being counted. */
const reopenedItem = z.object({
  type: z.literal('reopenedStage'),
  skill: z.string(),
  reopenedAt: z.iso.datetime(),
  expiresAt: z.number(),
});
const stageItem = z.discriminatedUnion('type', [refusedItem, reopenedItem]);

export type StageState = {
  /** Amazon refuses every user. An unreadable item counts as false. */
  isStopped: boolean;
  /** Since then, Amazon's refusals concern single accounts. */
  reopenedAt?: string;
};

/** Separate from the writes, because runs read it. An empty `skill` reads the state of any skill. */
export function createReadStageState(table: Table, now: () => Date, skill: string, report?: ReportUnreadable) {
  return async (): Promise<StageState> => {
    const get = new GetCommand({ TableName: table.name, Key: refusedStageKey, ConsistentRead: true });
    const found = live(parseItem(stageItem, (await table.doc.send(get)).Item, report), now());
    if (!found || (skill !== '' && found.skill !== skill)) return { isStopped: false };
    return found.type === 'refusedStage' ? { isStopped: true } : { isStopped: false, reopenedAt: found.reopenedAt };
  };
}
