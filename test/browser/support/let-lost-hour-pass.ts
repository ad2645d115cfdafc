import { instanceKey, toldKey } from '#functions/data/keys.ts';

import { stackControls } from '../../local/local-client.ts';
import { setAttributes } from '../../support/worlds/set-attributes.ts';
import { addresses } from './addresses.ts';
import { ago, inTable } from './in-table.ts';

/** The workspace's number has had no connection for an hour, which the minute's job tells its owner. */
export async function letLostHourPass(workspaceId: number): Promise<void> {
  const controls = stackControls(addresses());
  await controls.drain();
  await inTable(async (table) => {
    await setAttributes(table, instanceKey(workspaceId), { lostSince: Date.parse(ago(3700)) });
    await setAttributes(table, toldKey(workspaceId), { dueAt: ago(1) });
  });
  for (const job of ['sweep', 'sweep']) await controls.invoke('schedules', { job });
  await controls.drain();
}
