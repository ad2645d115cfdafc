import { GetCommand } from '@aws-sdk/lib-dynamodb';

import { parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { triggerItem, type Run } from '../items/trigger-item.ts';
import { triggerKey } from '../keys.ts';
import type { Table } from '../table.ts';

export function createLastRunStore(table: Table, report?: ReportUnreadable) {
  return {
    async lastRun(workspaceId: number, triggerId: string): Promise<Run | undefined> {
      const Key = triggerKey(workspaceId, triggerId);
      const { Item } = await table.doc.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }));
      return parseItem(triggerItem, Item, report)?.run;
    },
  };
}

export type LastRunStore = ReturnType<typeof createLastRunStore>;
