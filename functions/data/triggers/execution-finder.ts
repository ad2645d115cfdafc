import { QueryCommand } from '@aws-sdk/lib-dynamodb';

import { timeOfId } from '#functions/platform/timed-id.ts';

import { live, parseItems, type ReportUnreadable } from '../items/parse-item.ts';
import { run, type Run } from '../items/trigger-item.ts';
import { runPrefix, triggerPartition } from '../keys.ts';
import type { Table } from '../table.ts';

const mostFound = 200;

/** How long before the creation of its id a run may have started. */
const longestRunMs = 15_000;

/** Separate from the rest of the history, because the webhook does not need it. */
export function createExecutionFinder(table: Table, now: () => Date = () => new Date(), report?: ReportUnreadable) {
  /** Newest first. `more` is true if there are other runs. */
  const between = async (
    triggerId: string,
    from: Date,
    until: Date,
    most: number,
  ): Promise<{ runs: Run[]; more: boolean }> => {
    const { Items = [] } = await table.doc.send(
      new QueryCommand({
        TableName: table.name,
        ConsistentRead: true,
        ScanIndexForward: false,
        Limit: most + 1,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :until',
        ExpressionAttributeValues: {
          ':pk': triggerPartition(triggerId),
          ':from': `${runPrefix}${from.toISOString()}`,
          // Sorts after every id of that millisecond.
          ':until': `${runPrefix}${until.toISOString()}~`,
        },
      }),
    );
    const alive = Items.slice(0, most).filter((item) => live(item, now()));
    return { runs: parseItems(run, alive, report), more: Items.length > most };
  };

  return {
    between,

    /** Returns undefined also for an id that does not contain a time. */
    async find(triggerId: string, executionId: string): Promise<Run | undefined> {
      const made = timeOfId(executionId);
      if (made === undefined) return undefined;
      const { runs } = await between(triggerId, new Date(made - longestRunMs), new Date(made), mostFound);
      return runs.find(({ id }) => id === executionId);
    },
  };
}
