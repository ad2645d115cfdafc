import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { live, parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { refusedStageKey } from '../keys.ts';
import type { Table } from '../table.ts';

const refusedItem = z.object({
  type: z.literal('refusedStage'),
  skill: z.string(),
  /** Empty where it was not set up. */
  clientId: z.string(),
  /** When Amazon last refused, or somebody last began to ask. */
  askedAt: z.iso.datetime(),
  expiresAt: z.number(),
});
/** In its place after a success that ended a stop, or one that was building up. */
const reopenedItem = z.object({
  type: z.literal('reopenedStage'),
  skill: z.string(),
  reopenedAt: z.iso.datetime(),
  expiresAt: z.number(),
});
const stageItem = z.discriminatedUnion('type', [refusedItem, reopenedItem]);

/**
 * `stands`: Amazon refuses everybody; an item that cannot be read refuses nobody. Since `reopenedAt` Amazon refuses
 * single accounts for their own sake.
 */
export type StageState = { stands: boolean; reopenedAt?: string };

/** Apart from the writes, because runs read it. `skill`: empty for whichever there is. */
export function createReadStageState(table: Table, now: () => Date, skill: string, report?: ReportUnreadable) {
  return async (): Promise<StageState> => {
    const get = new GetCommand({ TableName: table.name, Key: refusedStageKey, ConsistentRead: true });
    const found = live(parseItem(stageItem, (await table.doc.send(get)).Item, report), now());
    if (!found || (skill !== '' && found.skill !== skill)) return { stands: false };
    return found.type === 'refusedStage' ? { stands: true } : { stands: false, reopenedAt: found.reopenedAt };
  };
}
