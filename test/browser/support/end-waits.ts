import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { openRunPrefix, runPrefix, triggerKey, triggerPartition } from '#functions/data/keys.ts';

import { stackControls } from '../../local/local-client.ts';
import { setAttributes } from '../../support/worlds/set-attributes.ts';
import { addresses } from './addresses.ts';
import { ago, inTable } from './in-table.ts';

const openRuns = z.array(z.object({ pk: z.string(), sk: z.string(), workspaceId: z.number() }));

/** Ends the waiting time of all runs of the trigger that wait for a receipt, and runs the sweep that closes them. */
export async function endWaits(triggerId: string): Promise<void> {
  const controls = stackControls(addresses());
  await controls.drain();
  await inTable(async (table) => {
    const { Items } = await table.doc.send(
      new QueryCommand({
        TableName: table.name,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :open)',
        ExpressionAttributeValues: { ':pk': triggerPartition(triggerId), ':open': openRunPrefix },
      }),
    );
    for (const { pk, sk, workspaceId } of openRuns.parse(Items)) {
      await setAttributes(table, { pk, sk: sk.replace(openRunPrefix, runPrefix) }, { openMs: 1 });
      await setAttributes(table, triggerKey(workspaceId, triggerId), { 'run.openMs': 1 });
      await setAttributes(table, { pk, sk }, { until: Date.parse(ago(1)), dueAt: ago(1) });
    }
  });
  await controls.invoke('schedules', { job: 'sweep' });
  await controls.drain();
}
